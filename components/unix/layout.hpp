// SPDX-License-Identifier: BSD-2-Clause
// Where the parts of a process' memory lie.
#pragma once

#include <core/bits.hpp>
#include <core/types.hpp>
#include <domain/page.hpp>
#include <machine/physical.hpp>

namespace flat::unix::layout {

inline constexpr u64 stack_bytes = u64{8} << 20;

/// The end of the first stack, below the first address that user mode cannot have.
inline constexpr vaddr stack_end = machine::user_end - 16 * domain::page_size;

/// What is mapped without an address lies between these, the latest lowest.
inline constexpr vaddr mapping_end = stack_end - stack_bytes - (u64{1} << 20);
inline constexpr vaddr mapping_base = align_down(mapping_end / 2, domain::page_size);

/// Where programs lie that can lie anywhere.
inline constexpr vaddr program_base = mapping_base - (u64{1} << 32);
static_assert(program_base % domain::page_size == 0);

/// Where the dynamic linker of a program lies, in room for it that nothing else is mapped to
/// without an address while it is there.
inline constexpr vaddr interpreter_base = mapping_end - (u64{1} << 24);
static_assert(interpreter_base % domain::page_size == 0);

/// After the last page that a program can have.
inline constexpr u64 end_page = machine::user_end / domain::page_size;

} // namespace flat::unix::layout
