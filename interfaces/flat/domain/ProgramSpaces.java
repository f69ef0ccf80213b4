// SPDX-License-Identifier: BSD-2-Clause
package flat.domain;

import flat.lang.Buf;
import flat.lang.In;
import flat.lang.Top;
import flat.lang.Version;
import flat.lang.u64;
import flat.lang.vaddr;
import flat.memory.Frames;

/** Gives programs address spaces of their own. */
@Version(2)
public interface ProgramSpaces extends Top {
    /**
     * Makes a space with the program of a file in it, ready to be entered. What the ways into the
     * program need of it is filled in at `program`, the address of a `machine::Program`
     * (machine/user_program.hpp), which is there as long as the space.
     *
     * The bytes of `file` are believed to be nothing but bytes. They are physically contiguous,
     * begin on a page, and stay as they are until the space is released. Its pages come from
     * `frames`. Each of `arguments` ends with a zero; the first is the program's name. An image of
     * the kit that was made for other calls than those of the digest `calls` is refused. The log is
     * told why a program is refused.
     */
    ProgramSpace make(@In Buf file, @In Buf arguments, u64 calls, Frames frames, vaddr program)
            throws ProgramError;
}
