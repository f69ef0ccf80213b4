// SPDX-License-Identifier: BSD-2-Clause
// Data compressed by deflate. The first match that is long enough is taken; the longest of a chain.
#include <java/machine/zip/deflater.hpp>

#include <core/memory.hpp>
#include <core/utility.hpp>
#include <java/machine/zip/checksums.hpp>

namespace flat::java {

void Deflater::begin(i32 level, bool is_literal_only, bool is_raw) {
    is_raw_ = is_raw;
    has_header_ = is_raw;
    has_dictionary_ = false;
    is_ended_ = false;
    is_flushed_ = true;
    adler_ = is_raw ? 0 : 1;
    begin_ = 0;
    end_ = 0;
    base_ = 1;
    oldest_ = 1;
    bits_ = 0;
    bit_count_ = 0;
    made_ = 0;
    sent_ = 0;
    memset(heads_, 0, sizeof heads_);
    set(level, is_literal_only);
}

void Deflater::set(i32 level, bool is_literal_only) {
    constexpr i32 usual_level = 6;
    level_ = level;
    u32 const wanted = static_cast<u32>(level == default_level ? usual_level : level);
    is_stored_ = wanted == 0;
    is_literal_only_ = is_literal_only;
    chain_max_ = 1u << min(wanted, 10u);
}

void Deflater::set_dictionary(Span<u8 const> bytes) {
    if (!is_raw_) adler_ = grow_adler32(1, bytes);
    has_dictionary_ = true;
    usize const kept = min<usize>(bytes.size(), deflate::window_size);
    memcpy(window_, bytes.end() - kept, kept);
    end_ = static_cast<u32>(kept);
    for (; begin_ < end_; ++begin_)
        insert(begin_);
}

Deflater::Progress Deflater::deflate(Span<u8 const> input, Span<u8> output, Flush flush) {
    Progress progress{};
    for (;;) {
        send(output, progress.given);
        if (sent_ < made_ || is_ended_) return progress;
        auto const room = static_cast<usize>(begin_ + piece_max - end_);
        usize const count = min(room, input.size() - progress.taken);
        Span<u8 const> const piece(input.data() + progress.taken, count);
        memcpy(window_ + end_, piece.data(), count);
        end_ += static_cast<u32>(count);
        progress.taken += static_cast<u32>(count);
        if (!has_header_) put_header();
        if (!is_raw_) adler_ = grow_adler32(adler_, piece);
        if (count > 0) is_flushed_ = false;
        bool const is_all = progress.taken == input.size();
        bool const is_full = end_ - begin_ == piece_max;
        bool const is_asked = flush == Flush::finish || (flush != Flush::none && !is_flushed_);
        if (!is_full && !(is_all && is_asked)) {
            send(output, progress.given);
            return progress;
        }
        compress(is_all ? flush : Flush::none);
    }
}

void Deflater::send(Span<u8> output, u32& given) {
    u32 const count = min(made_ - sent_, static_cast<u32>(output.size()) - given);
    memcpy(output.data() + given, made_bytes_ + sent_, count);
    sent_ += count;
    given += count;
    if (sent_ < made_) return;
    sent_ = 0;
    made_ = 0;
}

/// What has come becomes a block, with what a flush asks for after it.
void Deflater::compress(Flush flush) {
    bool const is_last = flush == Flush::finish;
    put_piece(is_last);
    if (flush == Flush::sync || flush == Flush::full) {
        begin_ = end_;
        put_stored(false); // of nothing: what came before is all there at a byte's end
        is_flushed_ = true;
    }
    if (flush == Flush::full) oldest_ = base_ + end_;
    if (is_last) {
        align();
        for (u32 i = 0; i < 4 && !is_raw_; ++i)
            put_bits(adler_ >> (24 - 8 * i) & 0xff, 8);
        is_ended_ = true;
    }
    slide();
}

void Deflater::put_header() {
    constexpr u32 method = 0x78; // deflate, with a window of 32 KiB
    constexpr u32 level = 2 << 6;
    constexpr u32 dictionary = 0x20;
    u32 const flags = level | (has_dictionary_ ? dictionary : 0);
    put_bits(method, 8);
    put_bits(flags + 31 - (method << 8 | flags) % 31, 8);
    for (u32 i = 0; i < 4 && has_dictionary_; ++i)
        put_bits(adler_ >> (24 - 8 * i) & 0xff, 8);
    adler_ = 1;
    has_header_ = true;
}

void Deflater::put_piece(bool is_last) {
    u32 const begin = begin_;
    u32 const made = made_;
    u64 const bits = bits_;
    u32 const bit_count = bit_count_;
    if (!is_stored_) {
        put_bits(is_last, 1);
        put_bits(static_cast<u32>(deflate::Block::fixed), 2);
        put_codes();
        constexpr u32 stored_header = 5;
        if (made_ - made <= end_ - begin + stored_header) return;
    }
    begin_ = begin;
    made_ = made;
    bits_ = bits;
    bit_count_ = bit_count;
    put_stored(is_last);
}

void Deflater::put_stored(bool is_last) {
    u32 const size = end_ - begin_;
    put_bits(is_last, 1);
    put_bits(static_cast<u32>(deflate::Block::stored), 2);
    align();
    put_bits(size, 16);
    put_bits(~size & 0xffff, 16);
    memcpy(made_bytes_ + made_, window_ + begin_, size);
    made_ += size;
    begin_ = end_;
}

void Deflater::put_codes() {
    while (begin_ < end_) {
        u32 const matched = is_literal_only_ ? 0 : put_match(begin_, end_);
        if (matched == 0) put_symbol(window_[begin_]);
        for (u32 i = 0; i < max(matched, 1u); ++i, ++begin_)
            if (!is_literal_only_ && begin_ + deflate::match_min <= end_) insert(begin_);
    }
    put_symbol(deflate::end_of_block);
}

/// A match at a place, if there is one; how many bytes it has.
u32 Deflater::put_match(u32 at, u32 end) {
    u32 distance = 0;
    u32 const size = longest_match(at, end, distance);
    if (size == 0) return 0;
    u32 length_code = deflate::length_count - 1;
    while (deflate::lengths[length_code].base > size)
        --length_code;
    u32 distance_code = deflate::distance_count - 1;
    while (deflate::distances[distance_code].base > distance)
        --distance_code;
    put_symbol(deflate::first_length + length_code);
    put_range(deflate::lengths[length_code], size);
    u32 reversed = 0;
    for (u32 i = 0; i < deflate::fixed_distance_size; ++i)
        reversed = reversed << 1 | (distance_code >> i & 1);
    put_bits(reversed, deflate::fixed_distance_size);
    put_range(deflate::distances[distance_code], distance);
    return size;
}

u32 Deflater::longest_match(u32 at, u32 end, u32& distance) const {
    u32 const size_max = min(deflate::match_max, end - at);
    if (size_max < deflate::match_min) return 0;
    u32 best = deflate::match_min - 1;
    u64 const here = base_ + at;
    u64 place = heads_[hash_of(at)];
    for (u32 tries = 0; tries < chain_max_; ++tries) {
        if (place < oldest_ || place < base_ || here - place > deflate::window_size) break;
        u32 const size = match_size(at, static_cast<u32>(place - base_), size_max);
        if (size > best) {
            best = size;
            distance = static_cast<u32>(here - place);
        }
        u64 const next = before_[place % deflate::window_size];
        if (best == size_max || next >= place) break;
        place = next;
    }
    return best < deflate::match_min ? 0 : best;
}

u32 Deflater::match_size(u32 at, u32 before, u32 size_max) const {
    u32 size = 0;
    while (size < size_max && window_[at + size] == window_[before + size])
        ++size;
    return size;
}

u32 Deflater::hash_of(u32 at) const {
    constexpr u32 multiplier = 0x9e37'79b1; // Knuth, The Art of Computer Programming 3, 6.4
    u32 const bytes = window_[at] | window_[at + 1] << 8 | window_[at + 2] << 16;
    return bytes * multiplier >> (32 - hash_bits);
}

void Deflater::insert(u32 at) {
    if (at + deflate::match_min > end_) return;
    u64& head = heads_[hash_of(at)];
    before_[(base_ + at) % deflate::window_size] = head;
    head = base_ + at;
}

/// The first half of the window gives way when the second one is full.
void Deflater::slide() {
    if (end_ <= deflate::window_size) return;
    u32 const gone = end_ - deflate::window_size;
    memmove(window_, window_ + gone, deflate::window_size);
    base_ += gone;
    begin_ -= gone;
    end_ -= gone;
}

void Deflater::put_bits(u32 value, u32 count) {
    bits_ |= u64{value} << bit_count_;
    for (bit_count_ += count; bit_count_ >= 8; bit_count_ -= 8) {
        made_bytes_[made_++] = static_cast<u8>(bits_);
        bits_ >>= 8;
    }
}

void Deflater::align() {
    if (bit_count_ > 0) put_bits(0, 8 - bit_count_);
}

void Deflater::put_symbol(u32 symbol) {
    struct Code {
        u32 first_symbol;
        u32 first_code;
    };
    constexpr Code codes[] = {{0, 0x30}, {144, 0x190}, {256, 0}, {280, 0xc0}};
    u32 i = 3;
    while (codes[i].first_symbol > symbol)
        --i;
    u32 const code = codes[i].first_code + symbol - codes[i].first_symbol;
    u32 const size = deflate::fixed_size(symbol);
    u32 reversed = 0;
    for (u32 bit = 0; bit < size; ++bit)
        reversed = reversed << 1 | (code >> bit & 1);
    put_bits(reversed, size);
}

} // namespace flat::java
