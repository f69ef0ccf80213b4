// SPDX-License-Identifier: BSD-2-Clause
// Data that was compressed by deflate, and whole again (RFC 1950, RFC 1951).
#pragma once

#include <core/span.hpp>
#include <core/text.hpp>
#include <java/machine/zip/deflate_codes.hpp>

namespace flat::java {

/// Codes of a Huffman tree by their sizes, canonical: those of a size follow each other.
class CodeTable {
public:
    static constexpr u32 size_max = 15;
    static constexpr u32 symbols_max = 288;

    /// Of the sizes of all symbols' codes; false if there are too many codes, or too few but for
    /// none, or a single one of one bit where `may_be_single` says so.
    bool make(Span<u8 const> sizes, bool may_be_single);

    /// The symbol that bits begin with, and in `size` how many it takes; `need_more` if it has more
    /// bits than there are, `no_symbol` if none has them.
    u32 decode(u64 bits, u32 count, u32& size) const;

    static constexpr u32 need_more = ~0u;
    static constexpr u32 no_symbol = ~1u;

private:
    static constexpr u32 quick_bits = 9;

    bool is_empty_;
    u16 counts_[size_max + 1];
    u16 symbols_[symbols_max];
    u16 quick_[1u << quick_bits]; ///< symbol << 4 | size, or 0
};

/// A stream, in pieces of any size.
class Inflater {
public:
    /// `is_raw`: without the header and the checksum of RFC 1950.
    void begin(bool is_raw);
    /// From the beginning.
    void reset() { begin(is_raw_); }

    struct Progress {
        u32 taken;
        u32 given;
    };
    /// Goes on as far as the input and the room for output allow.
    Progress inflate(Span<u8 const> input, Span<u8> output);

    /// What is wrong with the stream, in zlib's words; nothing as long as it is right.
    char const* problem() const { return problem_; }
    bool is_finished() const { return state_ == State::finished; }
    bool needs_dictionary() const { return state_ == State::dictionary; }
    /// What has come before; false if it is not the one that is asked for.
    bool set_dictionary(Span<u8 const> bytes);
    /// Of what was given, or of the dictionary that is asked for.
    u32 adler() const { return adler_; }

    Inflater* next_free = nullptr; ///< of whoever keeps those that are not in use

private:
    enum class State : u8 {
        header,
        dictionary_id,
        dictionary,
        block,
        stored_size,
        stored,
        table_sizes,
        code_sizes,
        symbol_sizes,
        symbols,
        match,
        trailer,
        finished,
        wrong,
    };

    bool step();
    bool read_header();
    bool read_dictionary_id();
    bool read_block();
    bool read_stored_size();
    bool copy_stored();
    bool read_table_sizes();
    bool read_code_sizes();
    bool read_symbol_sizes();
    bool read_symbol();
    bool copy_match();
    bool read_trailer();
    bool make_tables();
    void use_fixed_codes();
    void put_sizes(u32 count, u8 size);
    u32 find_symbol(CodeTable const& table, u32 skip, u32& size);
    bool need(u32 count);
    u32 take(u32 count);
    bool fail(char const* problem);
    void give(u8 byte);
    void end_block() { state_ = is_last_ ? State::trailer : State::block; }

    State state_;
    bool is_raw_;
    bool is_last_;
    char const* problem_;
    u32 adler_;
    u64 bits_; ///< that were read and not taken yet, the next one lowest
    u32 bit_count_;
    u32 left_; ///< of a stored block or a match
    u32 distance_;
    u32 length_symbols_; ///< of a dynamic block
    u32 distance_symbols_;
    u32 code_symbols_;
    u32 sizes_read_;
    u8 sizes_[320];
    CodeTable lengths_;
    CodeTable distances_;
    u8 window_[deflate::window_size]; ///< a ring of what was given last
    u64 total_;                       ///< bytes that have been in the window

    Span<u8 const> input_; // of the call that is going on
    Span<u8> output_;
    u32 taken_;
    u32 given_;
};

} // namespace flat::java
