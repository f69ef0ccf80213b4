// SPDX-License-Identifier: BSD-2-Clause
// Bytes that wait to be received, in a row that goes round.
#pragma once

#include <core/memory.hpp>
#include <core/span.hpp>
#include <core/types.hpp>
#include <core/utility.hpp>

namespace flat {

/// Over memory of its owner's, which makes sure that calls do not overlap.
class ByteRing : NonCopyable {
public:
    explicit ByteRing(Span<u8> room) : room_(room) {}

    u64 size() const { return size_; }
    u64 free() const { return room_.size() - size_; }

    /// Puts as many bytes in as there is room for; returns how many.
    u64 give(Span<u8 const> bytes) {
        u64 const count = min<u64>(bytes.size(), free());
        if (count == 0) return 0;
        u64 const begin = (begin_ + size_) % room_.size();
        u64 const before_end = min<u64>(count, room_.size() - begin);
        memcpy(room_.data() + begin, bytes.data(), before_end);
        memcpy(room_.data(), bytes.data() + before_end, count - before_end);
        size_ += count;
        return count;
    }

    /// Takes as many bytes out as there are, in the order in which they came; returns how many.
    u64 take(Span<u8> bytes) {
        u64 const count = look(0, bytes);
        begin_ = (begin_ + count) % room_.size();
        size_ -= count;
        return count;
    }

    /// Copies what there is from `offset` on, which stays; returns how many bytes.
    u64 look(u64 offset, Span<u8> bytes) const {
        u64 const count = min<u64>(bytes.size(), size_ - min(offset, size_));
        if (count == 0) return 0;
        u64 const begin = (begin_ + offset) % room_.size();
        u64 const before_end = min<u64>(count, room_.size() - begin);
        memcpy(bytes.data(), room_.data() + begin, before_end);
        memcpy(bytes.data() + before_end, room_.data(), count - before_end);
        return count;
    }

private:
    Span<u8> room_;
    u64 begin_ = 0;
    u64 size_ = 0;
};

/// One with memory of its own.
template<u32 capacity>
class OwnByteRing : public ByteRing {
public:
    OwnByteRing() : ByteRing(Span<u8>(room_)) {}

private:
    u8 room_[capacity];
};

} // namespace flat
