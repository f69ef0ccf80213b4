// SPDX-License-Identifier: BSD-2-Clause
// The interrupt descriptor table: every vector goes to its stub in entry.S.
#pragma once

namespace flat::arch {

/// Fills the table, and forgets all handlers, before the memory that it is in becomes read-only.
void fill_interrupt_table();

/// Makes the processor use it.
void load_interrupt_table();

} // namespace flat::arch
