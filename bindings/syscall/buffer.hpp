// SPDX-License-Identifier: BSD-2-Clause
// A buffer of a caller without privilege, as the server in the kernel sees it.
#pragma once

#include <core/scratch.hpp>
#include <core/span.hpp>
#include <flat/memory/allocator.hpp>
#include <machine/user_memory.hpp>

namespace flat::bindings::syscall {

/// A copy: what the caller changes meanwhile changes nothing here.
class Buffer {
public:
    /// Copies the caller's `bytes` bytes at `address`, also of buffers that are only written: what
    /// the server leaves as it is stays as it was.
    Buffer(memory::Allocator& allocator, vaddr address, u64 bytes, u64 bytes_max)
        : memory_(allocator, bytes, bytes_max), address_(address),
          is_sound_(memory_.is_there() &&
                    (bytes == 0 || machine::copy_from_user(span(), address))) {}

    /// Whether the caller has all of it, and there was memory for the copy.
    bool is_sound() const { return is_sound_; }

    Span<u8> span() const { return memory_.span(); }

    /// Copies it back. False if the caller cannot write all of it.
    [[nodiscard]] bool give_back() const {
        return span().is_empty() || machine::copy_to_user(address_, span());
    }

private:
    Scratch<memory::Allocator> memory_;
    vaddr address_;
    bool is_sound_;
};

} // namespace flat::bindings::syscall
