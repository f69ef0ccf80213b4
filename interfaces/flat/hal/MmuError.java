// SPDX-License-Identifier: BSD-2-Clause
package flat.hal;

import flat.lang.Failure;

/** Why a translation could not be changed. */
@SuppressWarnings("serial")
public final class MmuError extends Failure {
    /** The reasons. */
    public enum Code {
        /** No frame is left for a page table. */
        OUT_OF_MEMORY,
        /** Address, size or rights are not representable. */
        INVALID,
        /** Nothing is mapped there. */
        NOT_MAPPED,
        /** Something is mapped there already. */
        ALREADY_MAPPED
    }
}
