// SPDX-License-Identifier: BSD-2-Clause
package flat.net;

import flat.lang.Failure;

/** Why a link did not take a frame, or cannot do what is wanted. */
@SuppressWarnings("serial")
public final class LinkError extends Failure {
    /** The reasons. */
    public enum Code {
        /** All places for frames are taken; sending later, or polling, may help. */
        FULL,
        /** Shorter than a header, longer than the link can, or in too many pieces. */
        BAD_LENGTH,
        /** There is no card, or it does not work. */
        BROKEN,
        /** The card cannot do that. */
        UNSUPPORTED,
        /** The domain of the card's driver has ended, or does not answer. */
        UNREACHABLE
    }
}
