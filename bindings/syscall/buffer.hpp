// SPDX-License-Identifier: BSD-2-Clause
// A buffer of a caller without privilege, as the server in the kernel sees it.
#pragma once

#include <core/span.hpp>
#include <core/utility.hpp>
#include <flat/memory/allocator.hpp>
#include <machine/user_memory.hpp>

namespace flat::bindings::syscall {

/// A copy: what the caller changes meanwhile changes nothing here. Small ones are on the stack.
class Buffer : NonCopyable {
public:
    /// Copies the caller's `bytes` bytes at `address`, also of buffers that are only written: what
    /// the server leaves as it is stays as it was.
    Buffer(memory::Allocator& allocator, vaddr address, u64 bytes, u64 bytes_max)
        : allocator_(allocator), address_(address) {
        if (bytes > bytes_max) return;
        if (bytes > sizeof room_) {
            auto const found = allocator_.allocate(bytes, sizeof(u64));
            if (found.is_error()) return;
            allocated_ = found.value();
        }
        u8* const data = allocated_ != 0 ? pointer_to<u8>(allocated_) : room_;
        span_ = Span<u8>(data, bytes);
        is_sound_ = bytes == 0 || machine::copy_from_user(span_, address);
    }
    ~Buffer() {
        if (allocated_ != 0) allocator_.free(allocated_);
    }

    /// Whether the caller has all of it, and there was memory for the copy.
    bool is_sound() const { return is_sound_; }

    Span<u8> span() const { return span_; }

    /// Copies it back. False if the caller cannot write all of it.
    [[nodiscard]] bool give_back() const {
        return span_.is_empty() || machine::copy_to_user(address_, span_);
    }

private:
    memory::Allocator& allocator_;
    vaddr address_;
    vaddr allocated_ = 0;
    Span<u8> span_;
    bool is_sound_ = false;
    u8 room_[256];
};

} // namespace flat::bindings::syscall
