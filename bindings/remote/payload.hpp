// SPDX-License-Identifier: BSD-2-Clause
// What a call sends to a peer, and what comes back, as bytes.
#pragma once

#include <core/memory.hpp>
#include <core/scratch.hpp>
#include <core/span.hpp>
#include <flat/memory/allocator.hpp>

namespace flat::bindings::remote {

/// Bytes in the layout of a payload (bindings/remote/payload_places.hpp).
class Payload {
public:
    /// What a server of `upcall` can be given at the other end.
    static constexpr u64 bytes_max = 0x18000;

    Payload(memory::Allocator& allocator, u64 bytes) : memory_(allocator, bytes, bytes_max) {}

    /// Whether there is room for it.
    bool is_sound() const { return memory_.is_there(); }

    Span<u8> span() const { return memory_.span(); }

    /// Puts bytes at a place.
    void put(u64 place, Span<u8 const> bytes) const {
        if (!bytes.is_empty()) memcpy(span().data() + place, bytes.data(), bytes.size());
    }

    /// Takes bytes from a place.
    void take(u64 place, Span<u8> bytes) const {
        if (!bytes.is_empty()) memcpy(bytes.data(), span().data() + place, bytes.size());
    }

private:
    Scratch<memory::Allocator> memory_;
};

} // namespace flat::bindings::remote
