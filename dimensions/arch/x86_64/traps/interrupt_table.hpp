// SPDX-License-Identifier: BSD-2-Clause
// The interrupt descriptor table: every vector goes to its stub in entry.S.
#pragma once

#include <x86_64/segments.hpp>
#include <x86_64/vectors.hpp>

namespace flat::arch {

/// Fills the table, and forgets all handlers, before the memory that it is in becomes read-only.
void fill_interrupt_table();

/// Makes the processor use it.
void load_interrupt_table();

/// One gate for each vector.
using InterruptGates = InterruptGate[vectors];

/// Fills another such table, whose stubs are `stub_bytes` apart.
void fill_gates(InterruptGates& gates, vaddr stubs, u64 stub_bytes);

/// Makes the processor use that.
void load_gates(InterruptGates const& gates);

} // namespace flat::arch
