// SPDX-License-Identifier: BSD-2-Clause
// The functions of the kernel image by address, for backtraces.
#pragma once

#include <core/format.hpp>
#include <core/maybe.hpp>
#include <core/types.hpp>

namespace flat {

/// A table of functions as symbols.py packs it: of each, by address, the distance from the one
/// before in groups of seven bits, the lowest first, then its name and a zero. In names, bytes from
/// 128 on are phrases, each of two bytes, which can be phrases again (byte pair encoding, Gage
/// 1994; as Linux' kallsyms has it, but that phrases are pairs).
class SymbolTable {
public:
    /// A function and a place in it.
    struct Place {
        u8 const* name;
        u64 offset_bytes;
    };

    SymbolTable(u8 const* functions, u32 count, u8 const* phrases)
        : functions_(functions), count_(count), phrases_(phrases) {}

    /// The last function that begins at or before this distance from the table's origin.
    Maybe<Place> find(u64 offset) const;

    /// Writes a name as in `thread::RoundRobin::tick [sched]`, with the instances of its component.
    void put_name(TextSink& sink, u8 const* name) const;

private:
    class Line;
    void expand(Line& line, u8 byte) const;

    u8 const* functions_;
    u32 count_;
    u8 const* phrases_;
};

/// Writes the function that an address belongs to, as ` name +offset`, the offset with so much
/// added; nothing for addresses below the image.
void put_symbol(TextSink& sink, vaddr address, u64 added);

} // namespace flat
