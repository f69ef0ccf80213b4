// SPDX-License-Identifier: BSD-2-Clause
package flat.domain;

import flat.lang.Buf;
import flat.lang.In;
import flat.lang.Top;
import flat.lang.Version;
import flat.memory.Frames;

/** Makes domains of programs that come as files; `flat.service.Programs` is what others use. */
@Version(1)
public interface ProgramDomains extends Top {
    /**
     * Makes a domain of the static ELF program in `file`: physically contiguous memory that begins
     * on a page and stays as it is until the domain is released. Its pages come from `frames`.
     *
     * `calls` is the name of a domain of the assembly, as which it can call and be called; without
     * one it has the calls that all have (core/calls/domain_calls.hpp). `arguments` are texts, each
     * with a zero at its end; the first is its name. Does not block.
     */
    Domain make(@In Buf file, @In Buf calls, @In Buf arguments, Frames frames) throws ProgramError;
}
