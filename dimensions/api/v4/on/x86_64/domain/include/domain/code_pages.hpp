// SPDX-License-Identifier: BSD-2-Clause
// Memory of this domain for code that comes at run time. The root task takes care that nothing is
// written and executed.
#pragma once

#include <core/types.hpp>

namespace flat::domain {

/// So many pages of zeros in a row, all in memory, which can be written: the address of the first.
/// 0 if the assembly does not grant the domain as many.
vaddr take_code_pages(u64 pages);

/// Nobody writes these pages any more: they can be executed, or else read. False if one of them is
/// none that can be written.
bool seal_code_pages(vaddr address, u64 pages, bool is_executable);

/// Gives back what was taken by one call.
void release_code_pages(vaddr address, u64 pages);

} // namespace flat::domain
