// SPDX-License-Identifier: BSD-2-Clause
// Texts of which there is one each: names and descriptors.
#pragma once

#include <java/machine/linking/class.hpp>
#include <java/machine/memory/arena.hpp>

namespace flat::java {

/// Finds the one text that is equal. Texts are not copied: they live as long as
/// the machine.
class Symbols : NonCopyable {
public:
    explicit Symbols(Arena& arena) : arena_(arena) {}

    Symbol const* of(Text text);

    /// The same for a text that does not live long.
    Symbol const* of_copy(Text text);

private:
    static constexpr u32 count = 16384;

    static u32 hash_of(Text text);
    Symbol* find(Text text, u32 hash) const;
    Symbol const* add(Text text, u32 hash);

    Arena& arena_;
    Symbol* table_[count] = {};
};

} // namespace flat::java
