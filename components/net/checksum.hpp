// SPDX-License-Identifier: BSD-2-Clause
// The checksum of the Internet protocols.
#pragma once

#include <core/bytes/big_endian.hpp>
#include <core/memory.hpp>
#include <core/net/message.hpp>
#include <core/span.hpp>

namespace flat::net {

/// The ones' complement sum of 16-bit words (RFC 1071), which is summed up in the machine's own
/// byte order (section 2, B) and in words of 64 bits (C), and folded at the end.
class Checksum {
public:
    /// Adds bytes that begin at an even place of what is summed up.
    void add(Span<u8 const> bytes) { add_bytes(bytes.data(), bytes.size()); }

    /// Adds a header, which has whole words of 32 bits and begins at an even place.
    void add_header(u8 const* bytes, u32 size) {
        u64 sum = 0;
        for (u32 i = 0; i < size; i += sizeof(u32))
            sum += load<u32>(bytes + i);
        add_sum(sum);
    }

    /// Adds a number as it is sent.
    void add(u16 number) {
        u8 bytes[sizeof number];
        store_big_endian_u16(bytes, number);
        add_sum(load<u16>(bytes));
    }
    void add_u32(u32 number) {
        u8 bytes[sizeof number];
        store_big_endian(bytes, number);
        add_sum(load<u32>(bytes));
    }

    /// Adds all bytes of a message, which begins at an even place.
    void add(Message const& message) {
        Span<Message::Piece const> const pieces = message.pieces();
        if (pieces.size() == 1 && pieces[0].sum == 0)
            return add_bytes(pieces[0].begin, pieces[0].size);
        add_pieces(pieces);
    }

    /// What stands in the header when the field itself counted as 0.
    void store(u8* place) const {
        u16 const word = static_cast<u16>(~folded());
        memcpy(place, &word, sizeof word);
    }

    /// The same for fields in which 0 means something else: the other zero, which is as right.
    void store_not_zero(u8* place) const {
        u16 const sum = folded();
        u16 const word = sum == 0xffff ? sum : static_cast<u16>(~sum);
        memcpy(place, &word, sizeof word);
    }

    /// Whether what was added, the field included, is undamaged.
    bool is_right() const { return folded() == 0xffff; }

    /// What has been added so far, in few bits, for another sum to begin with. The upper half of a
    /// number and its halves exchanged is the sum of both, with the carry of the lower one.
    u16 folded() const {
        u64 const wide = sum_ + (sum_ >> 32 | sum_ << 32);
        u32 const half = static_cast<u32>(wide >> 32);
        u32 const sum = half + (half >> 16 | half << 16);
        return static_cast<u16>(sum >> 16);
    }
    void add_folded(u16 sum) { add_sum(sum); }

private:
    /// Wherever the word lies; a copy by `memcpy` would be a call for each where none is inlined.
    template<class Word>
    static Word load(u8 const* bytes) {
        using Unaligned [[gnu::aligned(1), gnu::may_alias]] = Word;
        return *reinterpret_cast<Unaligned const*>(bytes);
    }
    static u64 sum_of(u64 a, u64 b) {
        u64 sum = 0;
        return __builtin_add_overflow(a, b, &sum) ? sum + 1 : sum;
    }
    void add_sum(u64 value) { sum_ = sum_of(sum_, value); }
    void add_bytes(u8 const* bytes, usize size);
    static u16 sum_of(Message::Piece const& piece);
    void add_pieces(Span<Message::Piece const> pieces);

    u64 sum_ = 0;
};

} // namespace flat::net
