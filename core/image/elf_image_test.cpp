// SPDX-License-Identifier: BSD-2-Clause
// Program files: what is loaded, and what is refused.
#include <core/image/elf_image.hpp>

#include <cstring>
#include <gtest/gtest.h>
#include <random>
#include <vector>

namespace flat {
namespace {

constexpr u16 machine = 62;
constexpr u64 table = 64;
constexpr u64 contents = 256;

/// A file with one loadable segment of 16 file bytes and 32 bytes of memory at 0x1000000.
std::vector<u8> program() {
    std::vector<u8> file(512);
    auto put = [&](u64 at, u64 value, int bytes) { std::memcpy(&file[at], &value, bytes); };
    u8 const identification[] = {0x7f, 'E', 'L', 'F', 2, 1, 1};
    std::memcpy(file.data(), identification, sizeof identification);
    put(16, 2, 2);
    put(18, machine, 2);
    put(20, 1, 4);
    put(24, 0x1000004, 8);
    put(32, table, 8);
    put(52, 64, 2);
    put(54, 56, 2);
    put(56, 1, 2);
    put(table, 1, 4);
    put(table + 4, 6, 4); // readable, writable
    put(table + 8, contents, 8);
    put(table + 16, 0x4000000, 8);
    put(table + 24, 0x1000000, 8);
    put(table + 32, 16, 8);
    put(table + 40, 32, 8);
    return file;
}

auto parse(std::vector<u8> const& file) {
    return ElfImage::parse({file.data(), file.size()}, machine);
}

TEST(ElfImage, tells_entry_and_segments_of_a_program) {
    auto const file = program();
    auto const image = parse(file);
    ASSERT_TRUE(image.is_ok());
    EXPECT_EQ(image.value().entry(), 0x1000004u);
    ASSERT_EQ(image.value().segment_count(), 1u);
    auto const segment = image.value().segment(0);
    EXPECT_EQ(segment.file, file.data() + contents);
    EXPECT_EQ(segment.file_bytes, 16u);
    EXPECT_EQ(segment.memory_bytes, 32u);
    EXPECT_EQ(segment.physical, 0x1000000u);
    EXPECT_EQ(segment.address, 0x4000000u);
    EXPECT_TRUE(segment.is_writable);
    EXPECT_FALSE(segment.is_executable);
}

TEST(ElfImage, tells_the_ranges_of_an_object_and_takes_each_kind_for_itself) {
    auto file = program();
    EXPECT_FALSE(parse(file).value().dynamic());
    EXPECT_FALSE(parse(file).value().read_only_after_relocation());
    file[16] = 3;
    EXPECT_EQ(parse(file).error(), ElfError::wrong_kind);
    file[table] = 2;
    auto const object = ElfImage::parse({file.data(), file.size()}, machine, ElfKind::object);
    ASSERT_TRUE(object.is_ok());
    EXPECT_EQ(object.value().dynamic()->address, 0x4000000u);
    EXPECT_EQ(object.value().dynamic()->bytes, 32u);
}

TEST(ElfImage, treats_segments_that_are_not_loaded_as_empty) {
    auto file = program();
    file[table] = 4;
    auto const image = parse(file);
    ASSERT_TRUE(image.is_ok());
    EXPECT_EQ(image.value().segment(0).memory_bytes, 0u);
}

TEST(ElfImage, refuses_what_is_no_elf_file) {
    auto file = program();
    file[1] = 'e';
    EXPECT_EQ(parse(file).error(), ElfError::not_elf);
}

TEST(ElfImage, refuses_programs_of_other_machines) {
    auto file = program();
    file[18] = 183;
    EXPECT_EQ(parse(file).error(), ElfError::wrong_machine);
}

TEST(ElfImage, refuses_shared_objects) {
    auto file = program();
    file[16] = 3;
    EXPECT_EQ(parse(file).error(), ElfError::wrong_kind);
}

TEST(ElfImage, refuses_headers_of_another_form) {
    for (u64 const at : {20, 52, 54}) {
        auto file = program();
        file[at] = 2;
        EXPECT_EQ(parse(file).error(), ElfError::wrong_kind) << at;
    }
}

TEST(ElfImage, tells_what_a_header_of_a_type_has_in_the_file) {
    auto file = program();
    file[table] = 4;
    auto const contents_of = [&](u32 type) { return parse(file).value().contents(type); };
    EXPECT_EQ(contents_of(4).data(), file.data() + contents);
    EXPECT_EQ(contents_of(4).size(), 16u);
    EXPECT_TRUE(contents_of(3).is_empty());
    file[table + 9] = 0x10; // beyond the file
    EXPECT_TRUE(contents_of(4).is_empty());
}

TEST(ElfImage, refuses_segments_beyond_the_file) {
    auto file = program();
    file[table + 9] = 0x10;
    EXPECT_EQ(parse(file).error(), ElfError::truncated);
}

TEST(ElfImage, refuses_segments_larger_in_the_file_than_in_memory) {
    auto file = program();
    file[table + 32] = 64;
    EXPECT_EQ(parse(file).error(), ElfError::truncated);
}

TEST(ElfImage, never_reads_beyond_a_file_however_it_is_corrupted) {
    std::mt19937 random(1);
    for (int round = 0; round < 20000; ++round) {
        auto file = program();
        for (int i = 0; i < 3; ++i)
            file[random() % 120] = static_cast<u8>(random());
        file.resize(random() % file.size());
        auto const image = parse(file);
        if (image.is_error()) continue;
        for (u32 i = 0; i < image.value().segment_count(); ++i) {
            auto const segment = image.value().segment(i);
            if (segment.memory_bytes == 0) continue;
            ASSERT_LE(segment.file + segment.file_bytes, file.data() + file.size());
        }
    }
}

} // namespace
} // namespace flat
