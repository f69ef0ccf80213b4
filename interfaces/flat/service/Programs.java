// SPDX-License-Identifier: BSD-2-Clause
package flat.service;

import flat.domain.Domain;
import flat.domain.ProgramError;
import flat.lang.Buf;
import flat.lang.In;
import flat.lang.Top;
import flat.lang.Version;

/** Starts static ELF programs in domains of their own (THINK, section 3.3: application loader). */
@Version(1)
public interface Programs extends Top {
    /**
     * Makes a domain of the program in `file`, whose bytes are copied. It has a limit of memory,
     * and ends alone, whatever it does; `release` gives back all that it had.
     *
     * `calls` is the name of a domain of the assembly, as which it can call and be called; without
     * one it has the calls that all have: end, write, yield (core/calls/domain_calls.hpp).
     * `arguments` are texts, each with a zero at its end; the first is its name. Does not block.
     */
    Domain load(@In Buf file, @In Buf calls, @In Buf arguments) throws ProgramError;
}
