// SPDX-License-Identifier: BSD-2-Clause
// What follows the headers of a packet: bytes of the frame, or bytes that a program has made.
#pragma once

#include <core/maybe.hpp>
#include <core/net/message.hpp>
#include <core/types.hpp>

namespace flat::router::planp {

/// Bytes as a register holds them: where they begin, and how many they are.
class Blob {
public:
    /// Bytes of the frame that has come.
    constexpr Blob(u32 offset, u32 bytes) : word_(u64{offset} << 32 | bytes) {}
    explicit constexpr Blob(u64 word) : word_(word) {}

    /// Bytes that were made, in the memory of this number.
    static constexpr Blob made(u32 memory, u32 bytes) {
        return Blob(u64{made_flag | memory << memory_shift} << 32 | bytes);
    }

    constexpr u64 word() const { return word_; }
    constexpr u32 bytes() const { return static_cast<u32>(word_); }
    constexpr bool is_made() const { return (word_ >> 32 & made_flag) != 0; }
    constexpr u32 memory() const { return upper() >> memory_shift & memory_mask; }
    constexpr u32 offset() const { return upper() & (is_made() ? offset_mask : ~u32{0}); }

    /// Those from `first` on; they must be there.
    constexpr Blob part(u32 first, u32 bytes) const {
        return Blob((u64{upper() + first} << 32) | bytes);
    }

private:
    static constexpr u32 made_flag = u32{1} << 31;
    static constexpr u32 memory_shift = 16;
    static constexpr u32 memory_mask = 0xff;
    static constexpr u32 offset_mask = 0xffff;

    constexpr u32 upper() const { return static_cast<u32>(word_ >> 32); }

    u64 word_;
};

/// The bytes that one run has made.
class MadeBytes {
public:
    static constexpr u32 memories = 2;
    static constexpr u32 bytes_max = 2048; // of one

    /// Of each `of` bytes the first `keep`, as another blob in the memory of this number, which the
    /// blob is not in. Nothing if `of` is 0 or the blob has too many bytes.
    Maybe<Blob> thin(Message const& frame, Blob blob, u64 keep, u64 of, u32 memory);

    u8 const* place(Blob blob) const { return bytes_[blob.memory()] + blob.offset(); }

    /// The sum of a blob for checksums, at an even place.
    u16 sum(Message const& frame, Blob blob) const;

    /// Copies the bytes of a blob from `first` on; they must be there.
    void copy(Message const& frame, Blob blob, u32 first, Span<u8> to) const;

private:
    u8 bytes_[memories][bytes_max];
};

} // namespace flat::router::planp
