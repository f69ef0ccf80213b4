// SPDX-License-Identifier: BSD-2-Clause
// Tests of the tables of partitions, good and bad.
#include <block/partition_list.hpp>

#include <block/testing.hpp>
#include <core/bytes/crc32.hpp>

#include <gtest/gtest.h>
#include <random>

namespace flat::block {
namespace {

using Kind = PartitionTable::Kind;
using testing::Bytes;
using testing::ImageSource;
using testing::put;

class BlockPartitionList : public ::testing::Test {
protected:
    static constexpr u64 sectors = 4096;
    static constexpr u64 entries_at = 446;

    void entry(u64 sector, u32 index, u8 type, u32 first, u32 count) {
        u64 const at = sector * 512 + entries_at + index * 16;
        image[at + 4] = type;
        put(image, at + 8, first, 4);
        put(image, at + 12, count, 4);
        put(image, sector * 512 + 510, 0xaa55, 2);
    }

    /// A table with two partitions; `header` is where it is described.
    void gpt(u64 header, u64 entries) {
        entry(0, 0, 0xee, 1, sectors - 1);
        auto const partition = [&](u32 index, u64 first, u64 last) {
            u64 const at = entries * 512 + index * 128;
            image[at] = 1; // some type
            put(image, at + 32, first, 8);
            put(image, at + 40, last, 8);
        };
        partition(0, 100, 199);
        partition(2, 300, 4000);
        u64 const at = header * 512;
        std::memcpy(&image[at], "EFI PART", 8);
        put(image, at + 12, 92, 4);
        put(image, at + 24, header, 8);
        put(image, at + 40, 34, 8);
        put(image, at + 48, 4062, 8);
        put(image, at + 72, entries, 8);
        put(image, at + 80, 128, 4);
        put(image, at + 84, 128, 4);
        seal(header);
    }

    void seal(u64 header) {
        u64 const at = header * 512;
        u64 const entries = load(at + 72);
        Crc32 table;
        table.add({&image[entries * 512], u64(128 * 128)});
        put(image, at + 88, table.value(), 4);
        put(image, at + 16, 0, 4);
        Crc32 own;
        own.add({&image[at], 92});
        put(image, at + 16, own.value(), 4);
    }

    u64 load(u64 at) {
        u64 value;
        std::memcpy(&value, &image[at], 8);
        return value;
    }

    void expect(Kind kind, std::vector<std::pair<u64, u64>> const& extents, u32 refused) {
        ImageSource source(image);
        ASSERT_TRUE(list.read(source).is_ok());
        EXPECT_EQ(list.kind(), kind);
        EXPECT_EQ(list.refused(), refused);
        ASSERT_EQ(list.size(), extents.size());
        for (u32 i = 0; i < list.size(); ++i) {
            EXPECT_EQ(list[i].first_sector, extents[i].first);
            EXPECT_EQ(list[i].sectors, extents[i].second);
        }
    }

    Bytes image = Bytes(sectors * 512);
    PartitionList list;
};

TEST_F(BlockPartitionList, a_disk_without_a_signature_is_not_divided) {
    expect(Kind::none, {}, 0);
    entry(0, 0, 0x83, 1, 10);
    image[entries_at] = 0x31; // no flag: the program of a boot sector of DOS
    expect(Kind::none, {}, 0);
    image.resize(512);
    expect(Kind::none, {}, 0);
}

TEST_F(BlockPartitionList, four_partitions_are_in_the_first_sector) {
    entry(0, 0, 0x83, 63, 100);
    image[entries_at] = 0x80;
    entry(0, 2, 0x0c, 200, 3896);
    expect(Kind::mbr, {{63, 100}, {200, 3896}}, 0);
    EXPECT_EQ(list[1].type, 0x0c);
}

TEST_F(BlockPartitionList, what_overlaps_or_leaves_the_disk_is_refused) {
    entry(0, 0, 0x83, 100, 100);
    entry(0, 1, 0x83, 199, 100);
    entry(0, 2, 0x83, 4000, 97);
    entry(0, 3, 0x83, 200, 0xffff'ffff);
    expect(Kind::mbr, {{100, 100}}, 3);
    entry(0, 0, 0x83, 0, 4096);
    expect(Kind::mbr, {{199, 100}}, 3);
}

TEST_F(BlockPartitionList, logical_partitions_are_a_chain) {
    entry(0, 0, 0x83, 10, 90);
    entry(0, 1, 0x05, 100, 1000);
    entry(100, 0, 0x83, 2, 98);
    entry(100, 1, 0x05, 200, 100);
    entry(300, 0, 0x82, 2, 50);
    expect(Kind::mbr, {{10, 90}, {102, 98}, {302, 50}}, 0);
    entry(300, 1, 0x05, 0, 100); // back to the beginning
    expect(Kind::mbr, {{10, 90}, {102, 98}, {302, 50}}, 1);
    entry(300, 1, 0x05, 1000, 100); // beyond the end
    expect(Kind::mbr, {{10, 90}, {102, 98}, {302, 50}}, 1);
    image[300 * 512 + 510] = 0;
    expect(Kind::mbr, {{10, 90}, {102, 98}}, 1);
    entry(0, 1, 0x05, 100, 4000);
    expect(Kind::mbr, {{10, 90}}, 1);
}

TEST_F(BlockPartitionList, a_gpt_is_believed_only_with_its_checksums) {
    gpt(1, 2);
    expect(Kind::gpt, {{100, 100}, {300, 3701}}, 0);
    Bytes const good = image;
    for (u64 const at : {512 + 8, 512 + 24, 512 + 40, 512 + 73, 512 + 91, 1024 + 33, 1024 + 5000}) {
        image = good;
        image[at] ^= 1;
        expect(Kind::none, {}, 1);
    }
}

TEST_F(BlockPartitionList, the_copy_at_the_end_helps_when_the_first_is_damaged) {
    gpt(1, 2);
    gpt(4095, 4063);
    image[1024 + 40] ^= 1;
    expect(Kind::gpt, {{100, 100}, {300, 3701}}, 0);
    image[4095 * 512 + 20] ^= 1;
    expect(Kind::none, {}, 1);
}

TEST_F(BlockPartitionList, entries_of_a_gpt_are_checked_as_well) {
    gpt(1, 2);
    put(image, 1024 + 128 + 0, 1, 1);
    put(image, 1024 + 128 + 32, 150, 8);
    put(image, 1024 + 128 + 40, 250, 8); // overlaps
    put(image, 1024 + 3 * 128, 1, 1);    // ends before it begins
    put(image, 1024 + 3 * 128 + 32, 4050, 8);
    put(image, 1024 + 4 * 128, 1, 1);
    put(image, 1024 + 4 * 128 + 32, 4050, 8);
    put(image, 1024 + 4 * 128 + 40, 4063, 8); // beyond what is usable
    seal(1);
    expect(Kind::gpt, {{100, 100}, {300, 3701}}, 3);
}

TEST_F(BlockPartitionList, a_sector_that_cannot_be_read_is_an_error) {
    gpt(1, 2);
    for (u64 const bad : {0, 1, 2}) {
        ImageSource source(image);
        source.bad_sector = bad;
        EXPECT_EQ(list.read(source).error().code, DiskError::medium);
    }
}

TEST_F(BlockPartitionList, the_checksum_is_that_of_others) {
    Crc32 crc;
    crc.add(Span<u8 const>(reinterpret_cast<u8 const*>("123456789"), 9));
    EXPECT_EQ(crc.value(), 0xcbf4'3926u);
}

/// Good tables in which some bytes are others.
TEST_F(BlockPartitionList, damaged_tables_give_no_partition_that_cannot_be) {
    std::mt19937 random(20260104);
    for (u32 round = 0; round < 2000; ++round) {
        image.assign(sectors * 512, 0);
        if (round % 2) {
            gpt(1, 2);
            for (u32 i = 0; i < 4; ++i)
                image[1024 + random() % 640] = u8(random());
            seal(1);
        } else {
            entry(0, 0, 0x83, 10, 90);
            entry(0, 1, 0x05, 100, 3000);
            entry(100, 0, 0x83, 2, 98);
            entry(100, 1, 0x0f, 200, 100);
            for (u32 i = 0; i < 4; ++i)
                image[(random() % 2 * 100) * 512 + 446 + random() % 64] = u8(random());
        }
        ImageSource source(image);
        ASSERT_TRUE(list.read(source).is_ok());
        testing::expect_sound(list, sectors);
    }
}

} // namespace
} // namespace flat::block
