// SPDX-License-Identifier: BSD-2-Clause
// The functions of the kernel image by address, for backtraces.
#pragma once

#include <core/maybe.hpp>
#include <core/text.hpp>
#include <core/types.hpp>

namespace flat {

/// A function and a place in it.
struct Symbol {
    /// As in `thread::RoundRobin::tick [sched]`, with the instances of its component.
    Text name;
    u64 offset_bytes;
};

/// The function that an address belongs to; nothing for addresses outside the image.
Maybe<Symbol> symbol_at(vaddr address);

} // namespace flat
