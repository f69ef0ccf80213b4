// SPDX-License-Identifier: BSD-2-Clause
// Tests of compressed streams, in pieces and with changed bytes.
#include <java/machine/zip/checksums.hpp>
#include <java/machine/zip/deflater.hpp>
#include <java/machine/zip/inflater.hpp>

#include <gtest/gtest.h>

#include <memory>
#include <random>
#include <string>
#include <vector>

namespace flat::java {
namespace {

using Bytes = std::vector<u8>;

Span<u8 const> span_of(Bytes const& bytes, usize from, usize count) {
    return {bytes.data() + from, std::min(count, bytes.size() - from)};
}

/// Rows that repeat each other, and noise between them.
Bytes sample(usize size, u32 seed) {
    std::mt19937 random(seed);
    Bytes made;
    while (made.size() < size) {
        u32 const kind = random() % 4;
        usize const count = random() % 400;
        for (usize i = 0; i < count; ++i)
            made.push_back(kind == 0 ? u8(random())
                                     : u8(made.size() < 50 ? i : made[made.size() - 40 - kind]));
    }
    made.resize(size);
    return made;
}

Bytes deflated(Bytes const& bytes, i32 level, bool is_raw, usize piece, Deflater::Flush flush) {
    auto const deflater = std::make_unique<Deflater>();
    deflater->begin(level, level == 3, is_raw);
    Bytes made;
    Bytes part(piece);
    for (usize at = 0; !deflater->is_finished();) {
        auto const input = span_of(bytes, at, piece);
        bool const is_end = at + input.size() == bytes.size();
        auto const done = deflater->deflate(input, Span<u8>(part.data(), piece),
                                            is_end ? Deflater::Flush::finish : flush);
        at += done.taken;
        made.insert(made.end(), part.begin(), part.begin() + done.given);
    }
    return made;
}

/// What comes back, or the problem.
std::string inflated(Bytes const& bytes, bool is_raw, usize piece, usize size_max) {
    auto const inflater = std::make_unique<Inflater>();
    inflater->begin(is_raw);
    std::string made;
    Bytes part(piece);
    for (usize at = 0; made.size() <= size_max;) {
        auto const done =
            inflater->inflate(span_of(bytes, at, piece), Span<u8>(part.data(), piece));
        at += done.taken;
        made.append(part.begin(), part.begin() + done.given);
        if (inflater->problem()) return inflater->problem();
        if (inflater->is_finished()) return made;
        if (done.given == 0 && at == bytes.size()) return "cut";
    }
    return "too much";
}

TEST(Zip, comes_back_whole_in_pieces_of_any_size) {
    for (usize const size : {0, 1, 300, 40'000, 200'000})
        for (i32 const level : {-1, 0, 1, 3, 9})
            for (usize const piece : {61, 4096, 70'000}) {
                Bytes const bytes = sample(size, u32(size));
                auto const flush = piece == 4096 ? Deflater::Flush::sync
                                   : level == 9  ? Deflater::Flush::full
                                                 : Deflater::Flush::none;
                Bytes const packed = deflated(bytes, level, level == 1, piece, flush);
                EXPECT_EQ(inflated(packed, level == 1, piece + 3, size),
                          std::string(bytes.begin(), bytes.end()))
                    << size << " " << level << " " << piece;
            }
}

TEST(Zip, compresses_what_repeats_itself) {
    Bytes const bytes(100'000, 'x');
    EXPECT_LT(deflated(bytes, -1, false, 100'000, Deflater::Flush::none).size(), 1000u);
    EXPECT_GT(deflated(bytes, 0, false, 100'000, Deflater::Flush::none).size(), bytes.size());
}

TEST(Zip, grows_by_little_where_nothing_repeats) {
    std::mt19937 random(7);
    Bytes bytes(100'000);
    for (u8& each : bytes)
        each = u8(random());
    EXPECT_LT(deflated(bytes, 9, false, 977, Deflater::Flush::none).size(), bytes.size() + 40);
}

TEST(Zip, ends_for_changed_and_cut_streams) {
    Bytes const bytes = sample(3000, 1);
    Bytes const packed = deflated(bytes, 9, false, 3000, Deflater::Flush::none);
    std::mt19937 random(2);
    for (u32 i = 0; i < 3000; ++i) {
        Bytes changed = packed;
        changed[random() % changed.size()] ^= u8(1u << random() % 8);
        if (i % 3 == 0) changed[2] = u8(random()); // the kind of block
        if (i % 5 == 0) changed.resize(random() % changed.size());
        // A match has 258 bytes for two bits at least.
        std::string const found = inflated(changed, false, 1 + random() % 500, 1032 * 3000);
        EXPECT_NE(found, "too much");
    }
}

TEST(Zip, has_the_usual_sums) {
    Bytes const digits = {'1', '2', '3', '4', '5', '6', '7', '8', '9'};
    EXPECT_EQ(grow_crc32(0, span_of(digits, 0, 9)), 0xcbf4'3926u);
    EXPECT_EQ(grow_adler32(1, span_of(digits, 0, 9)), 0x091e'01deu);
}

} // namespace
} // namespace flat::java
