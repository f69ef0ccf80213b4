// SPDX-License-Identifier: BSD-2-Clause
// The words of messages, among which are names of objects: kept by an accomplice for successors.
#pragma once

#include <core/types.hpp>
#include <flat/demo/ledger.hpp>

namespace flat::keeping::successors {

class FoundWords {
public:
    static constexpr u32 words_max = 256;

    /// Adds those that can be names of objects, which are random, and are not there yet.
    void add(u64 const* words, u32 count);

    /// Leaves them to whoever comes next.
    void leave(demo::Ledger& accomplice) const;

    /// Takes what the last one has left.
    void take(demo::Ledger& accomplice);

    u32 count() const { return count_; }
    u64 operator[](u32 place) const { return words_[place]; }

private:
    bool has(u64 word) const;

    u32 count_ = 0;
    u64 words_[words_max] = {};
};

} // namespace flat::keeping::successors
