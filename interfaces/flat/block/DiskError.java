// SPDX-License-Identifier: BSD-2-Clause
package flat.block;

import flat.lang.Failure;

/** Why a disk did not do what it was asked for. */
@SuppressWarnings("serial")
public final class DiskError extends Failure {
    /** The reasons. */
    public enum Code {
        /** There is no disk, or it cannot be used any more. */
        NO_DISK,
        /** The sectors are not, or not all, on the disk. */
        OUT_OF_RANGE,
        /** No whole sectors, or in more segments than the disk takes. */
        INVALID,
        /** The disk cannot be written to. */
        READ_ONLY,
        /** The disk could not read or write the sector. */
        MEDIUM,
        /** The disk has not answered in time, and has been reset. */
        TIMED_OUT,
        /** The disk has been reset because of another request. */
        RESET,
        /** The disk does not do what its manual says. */
        MISBEHAVES,
        /** No memory is left for the request. */
        OUT_OF_MEMORY,
        /** The domain of the disk's driver has ended, or does not answer. */
        UNREACHABLE
    }
}
