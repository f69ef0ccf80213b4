// SPDX-License-Identifier: BSD-2-Clause
package flat.domain;

import flat.core.BindingError;
import flat.lang.Buf;
import flat.lang.In;
import flat.lang.Top;
import flat.lang.Version;
import flat.lang.vaddr;

/** Gives programs address spaces of their own. */
@Version(1)
public interface ProgramSpaces extends Top {
    /**
     * Makes a space with the program of a file in it, ready to be entered. What the ways into the
     * program need of it is filled in at `program`, the address of a `machine::Program`
     * (machine/user_program.hpp), which is there as long as the space. `INVALID` if the file is no
     * program for this machine, `EXHAUSTED` without memory.
     */
    ProgramSpace make(@In Buf file, vaddr program) throws BindingError;
}
