// SPDX-License-Identifier: BSD-2-Clause
// Data compressed by deflate (RFC 1950, RFC 1951): matches by chains of hashes, fixed codes.
#pragma once

#include <core/span.hpp>
#include <java/machine/zip/deflate_codes.hpp>

namespace flat::java {

/// A stream, in pieces of any size. What has come is compressed a window at a time, or when it is
/// flushed: with fixed codes, or stored where that is shorter.
class Deflater {
public:
    enum class Flush : u8 { none, sync = 2, full = 3, finish = 4 };
    static constexpr i32 default_level = -1;

    /// A level is 0 to 9, from storing to searching longest. `is_raw`: without the header and the
    /// checksum of RFC 1950.
    void begin(i32 level, bool is_literal_only, bool is_raw);
    /// From the beginning, at the level that was set last.
    void reset() { begin(level_, is_literal_only_, is_raw_); }
    /// From what has not been compressed yet on.
    void set(i32 level, bool is_literal_only);

    struct Progress {
        u32 taken;
        u32 given;
    };
    /// Goes on as far as the input and the room for output allow.
    Progress deflate(Span<u8 const> input, Span<u8> output, Flush flush);
    bool is_finished() const { return is_ended_ && sent_ == made_; }
    /// What both sides have before the stream begins.
    void set_dictionary(Span<u8 const> bytes);
    u32 adler() const { return adler_; }

    Deflater* next_free = nullptr; ///< of whoever keeps those that are not in use

private:
    static constexpr u32 piece_max = deflate::window_size;
    static constexpr u32 hash_bits = 13;
    static constexpr u32 made_max = piece_max * 9 / 8 + 64; ///< a literal has 9 bits at most

    void send(Span<u8> output, u32& given);
    void compress(Flush flush);
    void put_header();
    void put_piece(bool is_last);
    void put_codes();
    void put_stored(bool is_last);
    u32 put_match(u32 at, u32 end);
    u32 longest_match(u32 at, u32 end, u32& distance) const;
    u32 match_size(u32 at, u32 before, u32 size_max) const;
    void insert(u32 at);
    u32 hash_of(u32 at) const;
    void put_bits(u32 value, u32 count);
    void put_symbol(u32 symbol);
    void put_range(deflate::Range const& range, u32 value) {
        put_bits(value - range.base, range.extra_bits);
    }
    void align();
    void slide();

    i32 level_;
    u32 chain_max_; ///< how many places are tried for a match
    bool is_stored_;
    bool is_literal_only_;
    bool is_raw_;
    bool has_header_;
    bool has_dictionary_;
    bool is_ended_;
    bool is_flushed_;
    u32 adler_;
    u32 begin_;  ///< of what has not been compressed yet, in the window
    u32 end_;    ///< of what is there
    u64 base_;   ///< where the window begins in the stream, plus one
    u64 oldest_; ///< matches begin here or later, likewise
    u64 bits_;
    u32 bit_count_;
    u32 made_; ///< bytes in `made_bytes_`, of which some have been sent
    u32 sent_;
    u64 heads_[1u << hash_bits];       ///< the last place in the stream that has a hash; 0 for none
    u64 before_[deflate::window_size]; ///< the one before, by the place
    u8 window_[2 * deflate::window_size];
    u8 made_bytes_[made_max];
};

} // namespace flat::java
