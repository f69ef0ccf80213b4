// SPDX-License-Identifier: BSD-2-Clause
// Where the parts of a payload lie, as both sides compute it.
#pragma once

#include <core/types.hpp>

namespace flat::bindings::remote {

/// A block of words, then buffers one after the other, each at a multiple of 8.
class PayloadPlaces {
public:
    explicit constexpr PayloadPlaces(u64 words) : end_(words * sizeof(u64)) {}

    /// Where the next buffer begins. Sizes are at most those of a payload, so nothing overflows.
    constexpr u64 next(u64 bytes) {
        u64 const place = end_;
        end_ += (bytes + 7) & ~u64{7};
        return place;
    }

    constexpr u64 end() const { return end_; }

private:
    u64 end_;
};

} // namespace flat::bindings::remote
