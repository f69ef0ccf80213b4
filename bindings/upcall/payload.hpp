// SPDX-License-Identifier: BSD-2-Clause
// What the kernel puts on the stack of a domain that it calls, and takes back.
#pragma once

#include <bindings/upcall/payload_places.hpp>
#include <core/memory.hpp>
#include <core/span.hpp>
#include <core/utility.hpp>
#include <flat/memory/allocator.hpp>

namespace flat::bindings::upcall {

/// The kernel's copy. Small ones are on its stack.
class Payload : NonCopyable {
public:
    /// What fits onto the stack of a call, beside what the server needs itself.
    static constexpr u64 bytes_max = 0x18000;

    Payload(memory::Allocator& allocator, u64 bytes) : allocator_(allocator) {
        if (bytes > bytes_max) return;
        if (bytes > sizeof room_) {
            auto const found = allocator_.allocate(bytes, sizeof(u64));
            if (found.is_error()) return;
            allocated_ = found.value();
        }
        u8* const data = allocated_ != 0 ? pointer_to<u8>(allocated_) : room_;
        span_ = Span<u8>(data, bytes);
    }
    ~Payload() {
        if (allocated_ != 0) allocator_.free(allocated_);
    }

    /// Whether there is room for it.
    bool is_sound() const { return !span_.is_empty(); }

    Span<u8> span() const { return span_; }

    /// Puts bytes at a place.
    void put(u64 place, Span<u8 const> bytes) const {
        if (!bytes.is_empty()) memcpy(span_.data() + place, bytes.data(), bytes.size());
    }

    /// Takes bytes from a place.
    void take(u64 place, Span<u8> bytes) const {
        if (!bytes.is_empty()) memcpy(bytes.data(), span_.data() + place, bytes.size());
    }

private:
    memory::Allocator& allocator_;
    vaddr allocated_ = 0;
    Span<u8> span_;
    alignas(u64) u8 room_[256];
};

} // namespace flat::bindings::upcall
