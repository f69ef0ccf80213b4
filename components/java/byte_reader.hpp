// SPDX-License-Identifier: BSD-2-Clause
// Numbers one after the other in bytes that nobody has checked, the most significant byte first.
#pragma once

#include <core/bytes/big_endian.hpp>
#include <core/span.hpp>

namespace flat::java {

/// Reads forward, never past the end: what is not there is zero, and `is_truncated` from then on.
class ByteReader {
public:
    ByteReader() = default;

    /// Of bytes that begin `offset` bytes after the beginning of their file.
    explicit ByteReader(Span<u8 const> bytes, u32 offset = 0) : bytes_(bytes), base_(offset) {}

    u8 u1() {
        u8 const* const at = step(1);
        return at ? *at : u8{0};
    }
    u16 u2() {
        u8 const* const at = step(2);
        return at ? load_big_endian_u16(at) : u16{0};
    }
    u32 u4() {
        u8 const* const at = step(4);
        return at ? load_big_endian(at) : 0;
    }
    Span<u8 const> take(u32 count) {
        u8 const* const at = step(count);
        return at ? Span<u8 const>(at, count) : Span<u8 const>();
    }

    bool is_truncated() const { return is_truncated_; }
    bool is_at_end() const { return position_ == bytes_.size(); }
    u32 left() const { return static_cast<u32>(bytes_.size() - position_); }

    /// Where the next byte is in its file.
    u32 offset() const { return base_ + static_cast<u32>(position_); }

private:
    u8 const* step(u32 count) {
        if (count > left()) {
            is_truncated_ = true;
            return nullptr;
        }
        u8 const* const at = bytes_.data() + position_;
        position_ += count;
        return at;
    }

    Span<u8 const> bytes_;
    u32 base_ = 0;
    usize position_ = 0;
    bool is_truncated_ = false;
};

} // namespace flat::java
