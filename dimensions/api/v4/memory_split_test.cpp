// SPDX-License-Identifier: BSD-2-Clause
// Two views of one memory map.
#include <api/memory_split.hpp>

#include <gtest/gtest.h>

namespace flat::api {
namespace {

using Region = hal::PhysicalMemory::Region;
using Kind = hal::PhysicalMemory::Kind;

/// A small memory map: 1 MiB free, 1 MiB of kernel, 30 MiB free.
class Map : public hal::PhysicalMemory {
public:
    u32 region_count() override { return 3; }
    Region region(u32 index) override {
        Region const regions[] = {{0, 0x100000, Kind::free},
                                  {0x100000, 0x100000, Kind::kernel},
                                  {0x200000, 0x1e00000, Kind::free}};
        return regions[index];
    }
};

class MemorySplitTest : public testing::Test {
protected:
    Map map_;
    MemorySplit split_{{.whole = map_}, {.user_memory_base = 0x1000000}};
};

TEST_F(MemorySplitTest, gives_the_kernel_what_lies_below) {
    EXPECT_EQ(split_.kernel().region(0), (Region{0, 0x100000, Kind::free}));
    EXPECT_EQ(split_.kernel().region(1), (Region{0x100000, 0x100000, Kind::kernel}));
    EXPECT_EQ(split_.kernel().region(2), (Region{0x200000, 0xe00000, Kind::free}));
}

TEST_F(MemorySplitTest, gives_the_users_what_lies_above) {
    EXPECT_EQ(split_.users().region(0).size_bytes, 0u);
    EXPECT_EQ(split_.users().region(1).size_bytes, 0u);
    EXPECT_EQ(split_.users().region(2), (Region{0x1000000, 0x1000000, Kind::free}));
}

TEST_F(MemorySplitTest, keeps_the_number_of_regions) {
    EXPECT_EQ(split_.kernel().region_count(), 3u);
    EXPECT_EQ(split_.users().region_count(), 3u);
}

} // namespace
} // namespace flat::api
