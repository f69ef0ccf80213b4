// SPDX-License-Identifier: BSD-2-Clause
// Tests of disks as memory objects, below the layer that keeps their pages.
#include <block/disk_pages.hpp>

#include <block/testing.hpp>
#include <mapping/mappings.hpp>
#include <mapping/testing.hpp>
#include <memory/slabs.hpp>
#include <memory/testing.hpp>

#include <gtest/gtest.h>

namespace flat::block {
namespace {

using domain::page_size;
using hal::Mmu;
using memory::MappingError;
using testing::Bytes;
using testing::pattern;
using testing::TestDisk;

constexpr u32 read_write = Mmu::read | Mmu::write;

class Contents final : public DiskPages {
public:
    using DiskPages::DiskPages;
};

class BlockDiskPages : public ::testing::Test {
protected:
    BlockDiskPages() { disk.contents = pattern(50 * page_size + 1024); }
    ~BlockDiskPages() override {
        EXPECT_TRUE(resident.close(contents));
        EXPECT_EQ(frames.taken_bytes(), 0u);
    }

    u8* hold(u64 page, u32 rights = Mmu::read) {
        auto const held = resident.hold(contents, page, rights).value();
        return static_cast<u8*>(machine::physical_to_virtual(held.frame));
    }
    Bytes page(u64 number) {
        u8 const* const place = hold(number);
        Bytes const bytes(place, place + page_size);
        resident.let_go(contents, number, Mmu::read);
        return bytes;
    }
    void write(u64 number, u8 value) {
        std::memset(hold(number, read_write), value, page_size);
        resident.let_go(contents, number, read_write);
    }
    Bytes on_disk(u64 number) {
        auto const from = disk.contents.begin() + static_cast<long>(number * page_size);
        return Bytes(from, from + page_size);
    }

    TestDisk disk;
    memory::testing::FakeFrames frames;
    memory::testing::FakeFrames record_frames{64 << 20, paddr{2} << 30};
    memory::Slabs objects{{.frames = record_frames}, {}};
    mapping::testing::FakeMmu mmu;
    mapping::Mappings resident{{.mmu = mmu, .objects = objects, .threads = {}, .replacement = {}},
                               {}};
    Contents contents{{.disk = disk, .cached = frames, .objects = objects}, {}};
};

TEST_F(BlockDiskPages, pages_are_read_once_and_written_when_they_are_cleaned) {
    EXPECT_EQ(contents.pages(), 51u);
    EXPECT_EQ(page(7), on_disk(7));
    EXPECT_EQ(page(7), on_disk(7));
    EXPECT_EQ(disk.reads, 1u);
    Bytes const before = on_disk(7);
    for (u64 number = 5; number < 45; ++number)
        write(number, u8(number));
    EXPECT_EQ(on_disk(7), before);
    EXPECT_EQ(resident.count(contents).dirty, 40u);
    resident.clean(contents, 0, contents.pages());
    for (u64 number = 5; number < 45; ++number)
        EXPECT_EQ(on_disk(number), Bytes(page_size, u8(number)));
    EXPECT_EQ(resident.count(contents).dirty, 0u);
    EXPECT_EQ(disk.writes, 3u) << "16 pages in a row are one request";
}

TEST_F(BlockDiskPages, the_last_page_is_what_there_is_and_zeros) {
    Bytes const last = page(50);
    EXPECT_EQ(Bytes(last.begin(), last.begin() + 1024),
              Bytes(disk.contents.end() - 1024, disk.contents.end()));
    EXPECT_EQ(Bytes(last.begin() + 1024, last.end()), Bytes(page_size - 1024));
    write(50, 3);
    resident.clean(contents, 0, contents.pages());
    EXPECT_EQ(Bytes(disk.contents.end() - 1024, disk.contents.end()), Bytes(1024, 3));
    EXPECT_EQ(resident.hold(contents, 51, Mmu::read).error().code, MappingError::unavailable);
}

TEST_F(BlockDiskPages, a_disk_that_takes_its_time_is_waited_for) {
    disk.keeps = true;
    EXPECT_NE(resident.hold(contents, 1, Mmu::read).value().condition, 0u);
    disk.go_on();
    EXPECT_EQ(page(1), on_disk(1));
    write(1, 1);
    resident.clean(contents, 0, 2);
    EXPECT_EQ(resident.count(contents).busy, 1u);
    EXPECT_EQ(page(1), Bytes(page_size, 1)) << "it can be read meanwhile";
    EXPECT_NE(resident.hold(contents, 1, read_write).value().condition, 0u);
    disk.go_on();
    EXPECT_EQ(on_disk(1), Bytes(page_size, 1));
}

TEST_F(BlockDiskPages, what_cannot_be_read_is_not_there_and_what_cannot_be_written_stays_dirty) {
    disk.bad_sector = 3 * 8 + 5;
    EXPECT_EQ(resident.hold(contents, 3, Mmu::read).error().code, MappingError::unavailable);
    write(4, 9);
    disk.bad_sector = 4 * 8;
    resident.clean(contents, 0, 10);
    EXPECT_EQ(resident.count(contents).dirty, 1u);
    disk.bad_sector.reset();
    resident.clean(contents, 0, 10);
    EXPECT_EQ(on_disk(4), Bytes(page_size, 9));
    disk.is_read_only = true;
    EXPECT_EQ(resident.hold(contents, 4, read_write).error().code, MappingError::forbidden);
}

TEST_F(BlockDiskPages, without_a_disk_or_memory_there_are_no_pages) {
    disk.contents.clear();
    EXPECT_EQ(contents.pages(), 0u);
    EXPECT_EQ(resident.hold(contents, 0, Mmu::read).error().code, MappingError::unavailable);
    disk.sector_bytes = 8192;
    disk.contents.resize(8192);
    EXPECT_EQ(contents.pages(), 0u);
}

} // namespace
} // namespace flat::block
