// SPDX-License-Identifier: BSD-2-Clause
// Tests of what is read from sectors of FAT, without a disk.
#include <fs/fat/layout.hpp>
#include <fs/fat/moment.hpp>
#include <fs/fat/names.hpp>

#include <block/testing.hpp>

#include <cstring>
#include <gtest/gtest.h>
#include <optional>
#include <string>

namespace flat::fs::fat {
namespace {

using block::testing::Bytes;
using block::testing::put;

/// The boot sector of a disk of 8 MB with FAT16.
Bytes boot_sector() {
    Bytes bytes(512);
    bytes[0] = 0xeb;
    put(bytes, 11, 512, 2);
    bytes[13] = 1;
    put(bytes, 14, 4, 2);
    bytes[16] = 2;
    put(bytes, 17, 512, 2);
    put(bytes, 19, 16384, 2);
    bytes[21] = 0xf8;
    put(bytes, 22, 64, 2);
    put(bytes, 510, 0xaa55, 2);
    return bytes;
}

/// The same with FAT32, of 64 MB.
Bytes boot_sector_32() {
    Bytes bytes = boot_sector();
    put(bytes, 17, 0, 4);
    put(bytes, 22, 0, 2);
    put(bytes, 32, 131072, 4);
    put(bytes, 36, 1024, 4);
    put(bytes, 44, 2, 4);
    put(bytes, 48, 1, 2);
    return bytes;
}

Outcome<Layout> read(Bytes const& bytes) {
    return Layout::read({bytes.data(), bytes.size()}, u64(64) << 20, 512);
}

/// How reading ends with another number at an offset.
std::optional<FsError::Code> code_with(Bytes bytes, u32 at, u64 value, u32 size) {
    put(bytes, at, value, size);
    auto const layout = read(bytes);
    if (layout.is_ok()) return std::nullopt;
    return layout.error().code;
}

TEST(FsFatLayout, tells_where_everything_lies) {
    Layout const layout = read(boot_sector()).value();
    EXPECT_EQ(layout.table_bits, 16u);
    EXPECT_EQ(layout.root_begin, 4u + 2 * 64);
    EXPECT_EQ(layout.data_begin, 4u + 2 * 64 + 32);
    EXPECT_EQ(layout.clusters, 16384u - layout.data_begin);
    EXPECT_EQ(layout.sector_of(3), layout.data_begin + 1);
    EXPECT_FALSE(layout.is_cluster(1));
    EXPECT_TRUE(layout.is_cluster(layout.clusters + 1));
    EXPECT_FALSE(layout.is_cluster(layout.clusters + 2));
    Layout const large = read(boot_sector_32()).value();
    EXPECT_EQ(large.table_bits, 32u);
    EXPECT_EQ(large.root_cluster, 2u);
    EXPECT_EQ(large.info_sector, 1u);
    EXPECT_EQ(large.root_sectors, 0u);
}

TEST(FsFatLayout, what_has_no_such_numbers_is_another_format) {
    Bytes const boot = boot_sector();
    EXPECT_EQ(code_with(boot, 0, 0, 1), FsError::unknown_format);
    EXPECT_EQ(code_with(boot, 510, 0, 2), FsError::unknown_format);
    EXPECT_EQ(code_with(boot, 11, 0, 2), FsError::unknown_format);
    EXPECT_EQ(code_with(boot, 11, 513, 2), FsError::unknown_format);
    EXPECT_EQ(code_with(boot, 13, 0, 1), FsError::unknown_format);
    EXPECT_EQ(code_with(boot, 13, 3, 1), FsError::unknown_format);
    EXPECT_EQ(code_with(boot, 14, 0, 2), FsError::unknown_format);
    EXPECT_EQ(code_with(boot, 16, 0, 1), FsError::unknown_format);
    EXPECT_EQ(code_with(boot, 21, 0xf1, 1), FsError::unknown_format);
}

TEST(FsFatLayout, what_is_too_large_or_too_small_is_not_supported) {
    EXPECT_EQ(code_with(boot_sector(), 11, 8192, 2), FsError::not_supported);
    EXPECT_EQ(code_with(boot_sector(), 11, 256, 2), FsError::not_supported);
    EXPECT_EQ(code_with(boot_sector_32(), 42, 1, 2), FsError::not_supported);
}

TEST(FsFatLayout, numbers_that_contradict_each_other_are_corrupt) {
    Bytes const boot = boot_sector();
    EXPECT_EQ(code_with(boot, 14, 0xffff, 2), FsError::corrupt);
    EXPECT_EQ(code_with(boot, 17, 0, 2), FsError::corrupt);
    EXPECT_EQ(code_with(boot, 17, 511, 2), FsError::corrupt);
    EXPECT_EQ(code_with(boot, 19, 0, 2), FsError::corrupt);
    EXPECT_EQ(code_with(boot, 22, 60, 2), FsError::corrupt);
    EXPECT_EQ(code_with(boot, 22, 0xffff, 2), FsError::corrupt);
    Bytes const large = boot_sector_32();
    EXPECT_EQ(code_with(large, 32, 131073, 4), FsError::corrupt);
    EXPECT_EQ(code_with(large, 32, 2000, 4), FsError::corrupt);
    EXPECT_EQ(code_with(large, 36, 0x8000'0000, 4), FsError::corrupt);
    EXPECT_EQ(code_with(large, 40, 0x82, 2), FsError::corrupt);
    EXPECT_EQ(code_with(large, 44, 1, 4), FsError::corrupt);
    EXPECT_EQ(code_with(large, 48, 4, 2), FsError::corrupt);
}

TEST(FsFatMoment, days_of_all_years_come_back) {
    constexpr i64 day = 86'400'000'000'000;
    for (i64 ns = Moment{0x21, 0}.ns(); ns < Moment{0x7f << 9 | 0x21, 0}.ns(); ns += day) {
        Moment const moment = Moment::of(ns);
        ASSERT_EQ(moment.ns(), ns);
        ASSERT_GT(moment.date & 0x1f, 0);
    }
    EXPECT_EQ(Moment::of(1'709'251'199'999'999'999).ns(), 1'709'251'198'000'000'000);
    EXPECT_EQ(Moment::of(-1).ns(), Moment::of(0).ns());
    EXPECT_EQ(Moment::of(-1).date, 0x21);
    EXPECT_EQ(Moment::of(i64(1) << 62).date >> 9, 127);
    EXPECT_EQ((Moment{0, 0xffff}.ns() - Moment{0x21, 0}.ns()) / 1'000'000'000, 86'398);
}

std::string shown(char const* text, u8 lower_case) {
    ShortEntry entry = {};
    std::memcpy(entry.name.text, text, ShortName::bytes);
    entry.lower_case = lower_case;
    Units units;
    show(entry, units);
    u8 room[100];
    return std::string(reinterpret_cast<char*>(room), to_utf8(units.span(), room));
}

TEST(FsFatNames, short_names_are_shown_with_their_suffix) {
    EXPECT_EQ(shown("A       TXT", 0), "A.TXT");
    EXPECT_EQ(shown("A B         ", 0), "A B");
    EXPECT_EQ(shown("README  TXT", 8), "readme.TXT");
    EXPECT_EQ(shown("README  TXT", 24), "readme.txt");
    EXPECT_EQ(shown("\x05\x80      C  ", 24), "\xcf\x83\xc3\x87.c");
}

TEST(FsFatNames, case_does_not_tell_names_apart) {
    auto const same = [](char const* a, char const* b) {
        Units first;
        Units second;
        EXPECT_TRUE(to_utf16(a, first).is_ok());
        EXPECT_TRUE(to_utf16(b, second).is_ok());
        return is_same_name(first.span(), second.span());
    };
    EXPECT_TRUE(same("aZ09_\xc3\xa4\xc3\xbf", "Az09_\xc3\x84\xc5\xb8"));
    EXPECT_TRUE(same("\xcf\x89\xd1\x8f\xd1\x91\xc5\x82", "\xce\xa9\xd0\xaf\xd0\x81\xc5\x81"));
    EXPECT_FALSE(same("\xc3\x97", "\xc3\xb7")); // multiplication is not division
    EXPECT_FALSE(same("a", "ab"));
    EXPECT_FALSE(same("a", "b"));
}

TEST(FsFatNames, characters_of_all_lengths_come_back) {
    for (char const* const each : {"z", "\xc3\x9f", "\xe2\x82\xac", "\xf0\x9f\x98\x80"}) {
        Units units;
        EXPECT_TRUE(to_utf16(each, units).is_ok());
        u8 room[4];
        u32 const bytes = to_utf8(units.span(), room);
        EXPECT_EQ(std::string(reinterpret_cast<char*>(room), bytes), each);
    }
}

TEST(FsFatNames, what_is_no_text_is_no_name) {
    Units units;
    for (char const* const each : {"\x80", "\xc0\x80", "\xe0\x9f\xbf", "\xed\xa0\x80", "\xc3",
                                   "\xf4\x90\x80\x80", "\xf5\x80\x80\x80", "\xc3\x41"})
        EXPECT_EQ(to_utf16(each, units).error().code, FsError::invalid) << each;
    u8 room[8];
    u16 const unpaired[] = {'a', 0xd800, 'b'};
    EXPECT_EQ(to_utf8(unpaired, room), 0u);
    u16 const reversed[] = {0xdc00, 0xd800};
    EXPECT_EQ(to_utf8(reversed, room), 0u);
    u16 const nine[] = {'1', '2', '3', '4', '5', '6', '7', '8', '9'};
    EXPECT_EQ(to_utf8(nine, room), 0u);
}

/// A slot of a long name that consists of one letter.
Bytes slot(u8 number, u8 checksum, char letter) {
    Bytes bytes(32);
    bytes[0] = number;
    bytes[11] = ShortEntry::long_name;
    bytes[13] = checksum;
    for (u32 const at : {1u, 3u, 5u, 7u, 9u, 14u, 16u, 18u, 20u, 22u, 24u, 28u, 30u})
        bytes[at] = static_cast<u8>(letter);
    return bytes;
}

TEST(FsFatNames, parts_of_a_long_name_have_to_fit_together) {
    ShortName name;
    std::memcpy(name.text, "AAAAAA~1   ", ShortName::bytes);
    u8 const sum = name.checksum();
    LongName parts;
    auto const slots_of = [&](std::initializer_list<Bytes> slots) {
        parts.forget();
        for (Bytes const& each : slots)
            parts.add({each.data(), each.size()});
        return parts.slots_of(name);
    };
    u8 const other = static_cast<u8>(sum + 1);
    EXPECT_EQ(slots_of({slot(0x42, sum, 'b'), slot(1, sum, 'a')}), 2u);
    EXPECT_EQ(parts.name().size(), 26u);
    EXPECT_EQ(parts.name()[12], 'a');
    EXPECT_EQ(parts.name()[13], 'b');
    EXPECT_EQ(slots_of({slot(0x42, sum, 'b')}), 0u);
    EXPECT_EQ(slots_of({slot(1, sum, 'a')}), 0u);
    EXPECT_EQ(slots_of({slot(0x42, sum, 'b'), slot(1, other, 'a')}), 0u);
    EXPECT_EQ(slots_of({slot(0x42, other, 'b'), slot(1, other, 'a')}), 0u);
    EXPECT_EQ(slots_of({slot(0x43, sum, 'b'), slot(1, sum, 'a')}), 0u);
    EXPECT_EQ(slots_of({slot(0x40, sum, 'b')}), 0u);
    EXPECT_EQ(slots_of({slot(0x5f, sum, 'b')}), 0u);
    EXPECT_EQ(slots_of({slot(0x41, sum, 0)}), 0u);
    EXPECT_EQ(slots_of({slot(1, sum, 'a'), slot(0x41, sum, 'b')}), 1u);
}

} // namespace
} // namespace flat::fs::fat
