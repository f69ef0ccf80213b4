// SPDX-License-Identifier: BSD-2-Clause
// What a program finds on its stack when it begins.
#pragma once

#include <core/types.hpp>
#include <unix/argument_list.hpp>
#include <unix/credentials.hpp>
#include <unix/elf_program.hpp>
#include <unix/errno.hpp>
#include <unix/program_memory.hpp>

namespace flat::unix {

/// Writes arguments, environment and auxiliary vector to the end of a program's stack, which must
/// be mapped (System V ABI for AMD64, section 3.4.1; getauxval(3)). `random` is what AT_RANDOM
/// leads to, `as` for whom the program acts, `interpreter` where its dynamic linker lies, or 0.
/// Returns the stack pointer.
Result<vaddr, Errno> write_first_stack(ProgramMemory& memory, ArgumentList const& arguments,
                                       ElfProgram const& program, vaddr interpreter,
                                       Credentials const& as, u64 const (&random)[2]);

} // namespace flat::unix
