// SPDX-License-Identifier: BSD-2-Clause
package flat.domain;

import flat.lang.Failure;

/** Why a program cannot be started. */
@SuppressWarnings("serial")
public final class ProgramError extends Failure {
    /** The reasons. */
    public enum Code {
        /** The file is no static ELF program, or a damaged one. */
        MALFORMED,
        /** It is for another kind of machine. */
        FOREIGN,
        /** It wants memory that no program can have, or code that can be written. */
        FORBIDDEN,
        /** No domain of the assembly has that name, so nothing has its calls. */
        UNKNOWN,
        /** It is an image of the kit, made for other calls than it would have. */
        WRONG_CALLS,
        /** The arguments are not texts that each end with a zero, or do not fit. */
        INVALID,
        /** There is not enough memory. */
        EXHAUSTED
    }
}
