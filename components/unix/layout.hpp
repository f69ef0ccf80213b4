// SPDX-License-Identifier: BSD-2-Clause
// Where the parts of a process' memory lie.
#pragma once

#include <core/types.hpp>
#include <domain/page.hpp>
#include <machine/physical.hpp>

namespace flat::unix::layout {

inline constexpr u64 stack_bytes = u64{8} << 20;

/// The end of the first stack, below the first address that user mode cannot have.
inline constexpr vaddr stack_end = machine::user_end - 16 * domain::page_size;

/// What is mapped without an address lies between these, the latest lowest.
inline constexpr vaddr mapping_end = stack_end - stack_bytes - (u64{1} << 20);
inline constexpr vaddr mapping_base = mapping_end / 2;

/// Where programs lie that can lie anywhere.
inline constexpr vaddr program_base = mapping_base - (u64{1} << 32);

/// After the last page that a program can have.
inline constexpr u64 end_page = machine::user_end / domain::page_size;

} // namespace flat::unix::layout
