// SPDX-License-Identifier: BSD-2-Clause
// Data that was compressed by deflate, and whole again. Each step takes its bits at once, when all
// of them are there: a symbol with what follows it has 48 at most.
#include <java/machine/zip/inflater.hpp>

#include <core/memory.hpp>
#include <core/utility.hpp>
#include <java/machine/zip/checksums.hpp>

namespace flat::java {

bool CodeTable::make(Span<u8 const> sizes, bool may_be_single) {
    u16 offsets[size_max + 2] = {};
    memset(counts_, 0, sizeof counts_);
    memset(quick_, 0, sizeof quick_);
    for (u8 const each : sizes)
        ++counts_[each];
    u32 largest = size_max;
    while (largest > 0 && counts_[largest] == 0)
        --largest;
    counts_[0] = 0;
    i32 left = 1;
    u32 code = 0;
    u32 firsts[size_max + 1] = {};
    for (u32 size = 1; size <= size_max; ++size) {
        left = 2 * left - counts_[size];
        if (left < 0) return false;
        offsets[size + 1] = static_cast<u16>(offsets[size] + counts_[size]);
        firsts[size] = code;
        code = (code + counts_[size]) << 1;
    }
    bool const may_be_incomplete = largest == 0 || (may_be_single && largest == 1);
    if (left > 0 && !may_be_incomplete) return false;
    is_empty_ = largest == 0;
    for (u32 symbol = 0; symbol < sizes.size(); ++symbol) {
        u32 const size = sizes[symbol];
        if (size == 0) continue;
        symbols_[offsets[size]++] = static_cast<u16>(symbol);
        u32 const own = firsts[size]++;
        if (size > quick_bits) continue;
        u32 reversed = 0;
        for (u32 i = 0; i < size; ++i)
            reversed |= (own >> i & 1) << (size - 1 - i);
        for (u32 i = reversed; i < 1u << quick_bits; i += 1u << size)
            quick_[i] = static_cast<u16>(symbol << 4 | size);
    }
    return true;
}

u32 CodeTable::decode(u64 bits, u32 count, u32& size) const {
    u32 const quick = quick_[bits & ((1u << quick_bits) - 1)];
    if (quick != 0 && (quick & 15) <= count) {
        size = quick & 15;
        return quick >> 4;
    }
    size = 1;
    if (is_empty_) return count == 0 ? need_more : no_symbol;
    u32 code = 0;
    u32 first = 0;
    u32 index = 0;
    for (; size <= size_max; ++size) {
        if (size > count) return need_more;
        code |= bits >> (size - 1) & 1;
        if (code - first < counts_[size]) return symbols_[index + code - first];
        index += counts_[size];
        first = (first + counts_[size]) << 1;
        code <<= 1;
    }
    return no_symbol;
}

void Inflater::begin(bool is_raw) {
    is_raw_ = is_raw;
    is_last_ = false;
    problem_ = nullptr;
    adler_ = is_raw ? 0 : 1;
    state_ = is_raw ? State::block : State::header;
    bits_ = 0;
    bit_count_ = 0;
    total_ = 0;
}

Inflater::Progress Inflater::inflate(Span<u8 const> input, Span<u8> output) {
    input_ = input;
    output_ = output;
    taken_ = 0;
    given_ = 0;
    while (step()) {
    }
    if (!is_raw_ && state_ != State::dictionary)
        adler_ = grow_adler32(adler_, Span<u8 const>(output.data(), given_));
    return {taken_, given_};
}

bool Inflater::step() {
    switch (state_) {
    case State::header:
        return read_header();
    case State::dictionary_id:
        return read_dictionary_id();
    case State::block:
        return read_block();
    case State::stored_size:
        return read_stored_size();
    case State::stored:
        return copy_stored();
    case State::table_sizes:
        return read_table_sizes();
    case State::code_sizes:
        return read_code_sizes();
    case State::symbol_sizes:
        return read_symbol_sizes();
    case State::symbols:
        return read_symbol();
    case State::match:
        return copy_match();
    case State::trailer:
        return read_trailer();
    case State::dictionary:
    case State::finished:
    case State::wrong:
        return false;
    }
    return false;
}

/// Reads bytes until there are so many bits, and none more.
bool Inflater::need(u32 count) {
    while (bit_count_ < count) {
        if (taken_ == input_.size()) return false;
        bits_ |= u64{input_[taken_++]} << bit_count_;
        bit_count_ += 8;
    }
    return true;
}

u32 Inflater::take(u32 count) {
    auto const value = static_cast<u32>(bits_ & ((u64{1} << count) - 1));
    bits_ >>= count;
    bit_count_ -= count;
    return value;
}

bool Inflater::fail(char const* problem) {
    problem_ = problem;
    state_ = State::wrong;
    return false;
}

void Inflater::give(u8 byte) {
    window_[total_++ % deflate::window_size] = byte;
    output_[given_++] = byte;
}

bool Inflater::read_header() {
    constexpr u32 deflated = 8;
    constexpr u32 window_max = 7;
    if (!need(16)) return false;
    u32 const method = take(8);
    u32 const flags = take(8);
    if ((method << 8 | flags) % 31 != 0) return fail("incorrect header check");
    if ((method & 15) != deflated) return fail("unknown compression method");
    if (method >> 4 > window_max) return fail("invalid window size");
    state_ = (flags & 0x20) != 0 ? State::dictionary_id : State::block;
    return true;
}

bool Inflater::read_dictionary_id() {
    if (!need(32)) return false;
    adler_ = __builtin_bswap32(take(32));
    state_ = State::dictionary;
    return false;
}

bool Inflater::set_dictionary(Span<u8 const> bytes) {
    if (!is_raw_ && (state_ != State::dictionary || grow_adler32(1, bytes) != adler_)) return false;
    for (u8 const each : bytes)
        window_[total_++ % deflate::window_size] = each;
    if (is_raw_) return true;
    adler_ = 1;
    state_ = State::block;
    return true;
}

bool Inflater::read_block() {
    if (!need(3)) return false;
    is_last_ = take(1) != 0;
    switch (static_cast<deflate::Block>(take(2))) {
    case deflate::Block::stored:
        take(bit_count_ % 8);
        state_ = State::stored_size;
        return true;
    case deflate::Block::fixed:
        use_fixed_codes();
        return true;
    case deflate::Block::dynamic:
        state_ = State::table_sizes;
        return true;
    case deflate::Block::reserved:
        break;
    }
    return fail("invalid block type");
}

void Inflater::use_fixed_codes() {
    for (u32 i = 0; i < deflate::fixed_symbols; ++i)
        sizes_[i] = deflate::fixed_size(i);
    lengths_.make(Span<u8 const>(sizes_, deflate::fixed_symbols), false);
    // Two codes of distances stand for nothing, but are there.
    memset(sizes_, deflate::fixed_distance_size, 32);
    distances_.make(Span<u8 const>(sizes_, 32), false);
    state_ = State::symbols;
}

bool Inflater::read_stored_size() {
    if (!need(32)) return false;
    left_ = take(16);
    if (take(16) != (~left_ & 0xffff)) return fail("invalid stored block lengths");
    state_ = State::stored;
    return true;
}

bool Inflater::copy_stored() {
    while (left_ > 0) {
        if (given_ == output_.size() || !need(8)) return false;
        give(static_cast<u8>(take(8)));
        --left_;
    }
    end_block();
    return true;
}

bool Inflater::read_table_sizes() {
    constexpr u32 length_symbols_max = 286;
    if (!need(14)) return false;
    length_symbols_ = take(5) + 257;
    distance_symbols_ = take(5) + 1;
    code_symbols_ = take(4) + 4;
    if (length_symbols_ > length_symbols_max || distance_symbols_ > deflate::distance_count)
        return fail("too many length or distance symbols");
    sizes_read_ = 0;
    memset(sizes_, 0, sizeof sizes_);
    state_ = State::code_sizes;
    return true;
}

bool Inflater::read_code_sizes() {
    constexpr u8 order[] = {16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15};
    for (; sizes_read_ < code_symbols_; ++sizes_read_) {
        if (!need(3)) return false;
        sizes_[order[sizes_read_]] = static_cast<u8>(take(3));
    }
    if (!lengths_.make(Span<u8 const>(sizes_, sizeof order), false))
        return fail("invalid code lengths set");
    sizes_read_ = 0;
    memset(sizes_, 0, sizeof sizes_);
    state_ = State::symbol_sizes;
    return true;
}

/// The symbol after some bits, of which more are read as they are needed.
u32 Inflater::find_symbol(CodeTable const& table, u32 skip, u32& size) {
    for (;;) {
        u32 const count = bit_count_ > skip ? bit_count_ - skip : 0;
        u32 const symbol = table.decode(bits_ >> skip, count, size);
        if (symbol != CodeTable::need_more || !need(bit_count_ + 1)) return symbol;
    }
}

bool Inflater::read_symbol_sizes() {
    constexpr u32 repeat_last = 16;
    while (sizes_read_ < length_symbols_ + distance_symbols_) {
        u32 size = 0;
        u32 symbol = find_symbol(lengths_, 0, size);
        if (symbol == CodeTable::need_more) return false;
        if (symbol == CodeTable::no_symbol) symbol = 0; // of an empty table, as zlib has it
        if (symbol < repeat_last) {
            take(size);
            sizes_[sizes_read_++] = static_cast<u8>(symbol);
            continue;
        }
        u32 const extra = symbol == repeat_last ? 2 : symbol == repeat_last + 1 ? 3 : 7;
        u32 const least = symbol == repeat_last + 2 ? 11 : 3;
        if (!need(size + extra)) return false;
        take(size);
        u32 const count = least + take(extra);
        bool const is_first = symbol == repeat_last && sizes_read_ == 0;
        if (is_first || sizes_read_ + count > length_symbols_ + distance_symbols_)
            return fail("invalid bit length repeat");
        put_sizes(count, symbol == repeat_last ? sizes_[sizes_read_ - 1] : u8{0});
    }
    return make_tables();
}

void Inflater::put_sizes(u32 count, u8 size) {
    for (u32 i = 0; i < count; ++i)
        sizes_[sizes_read_++] = size;
}

bool Inflater::make_tables() {
    if (sizes_[deflate::end_of_block] == 0) return fail("invalid code -- missing end-of-block");
    if (!lengths_.make(Span<u8 const>(sizes_, length_symbols_), true))
        return fail("invalid literal/lengths set");
    if (!distances_.make(Span<u8 const>(sizes_ + length_symbols_, distance_symbols_), true))
        return fail("invalid distances set");
    state_ = State::symbols;
    return true;
}

/// A byte, the end of the block, or a match with its distance.
bool Inflater::read_symbol() {
    u32 size = 0;
    u32 const symbol = find_symbol(lengths_, 0, size);
    if (symbol == CodeTable::need_more) return false;
    if (symbol < deflate::end_of_block) {
        if (given_ == output_.size()) return false;
        take(size);
        give(static_cast<u8>(symbol));
        return true;
    }
    if (symbol == deflate::end_of_block) {
        take(size);
        end_block();
        return true;
    }
    if (symbol >= deflate::first_length + deflate::length_count)
        return fail("invalid literal/length code");
    deflate::Range const length = deflate::lengths[symbol - deflate::first_length];
    u32 const before = size + length.extra_bits;
    if (!need(before)) return false;
    u32 distance_size = 0;
    u32 const code = find_symbol(distances_, before, distance_size);
    if (code == CodeTable::need_more) return false;
    if (code >= deflate::distance_count) return fail("invalid distance code");
    deflate::Range const distance = deflate::distances[code];
    if (!need(before + distance_size + distance.extra_bits)) return false;
    take(size);
    left_ = length.base + take(length.extra_bits);
    take(distance_size);
    distance_ = distance.base + take(distance.extra_bits);
    if (distance_ > total_) return fail("invalid distance too far back");
    state_ = State::match;
    return true;
}

bool Inflater::copy_match() {
    while (left_ > 0) {
        if (given_ == output_.size()) return false;
        give(window_[(total_ - distance_) % deflate::window_size]);
        --left_;
    }
    state_ = State::symbols;
    return true;
}

bool Inflater::read_trailer() {
    take(bit_count_ % 8);
    if (!is_raw_) {
        if (!need(32)) return false;
        u32 const whole = grow_adler32(adler_, Span<u8 const>(output_.data(), given_));
        if (__builtin_bswap32(take(32)) != whole) return fail("incorrect data check");
    }
    state_ = State::finished;
    return false;
}

} // namespace flat::java
