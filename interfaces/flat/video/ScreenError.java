// SPDX-License-Identifier: BSD-2-Clause
package flat.video;

import flat.lang.Failure;

/** Why a screen does not show pictures of a size. */
@SuppressWarnings("serial")
public final class ScreenError extends Failure {
    /** The reasons. */
    public enum Code {
        /** The device, or its memory, is not made for that size. */
        NO_SUCH_MODE,
        /** There is no such device, or it does not work. */
        BROKEN
    }
}
