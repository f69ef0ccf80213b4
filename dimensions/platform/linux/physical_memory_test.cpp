// SPDX-License-Identifier: BSD-2-Clause
// Tests of the arena as physical memory.
#include <platform/physical_memory.hpp>

#include <machine/physical.hpp>

#include <gtest/gtest.h>

namespace flat::platform {
namespace {

TEST(LinuxPhysicalMemory, is_one_free_region_of_the_size_asked_for) {
    PhysicalMemory memory({}, {.size_mib = 4});
    ASSERT_EQ(memory.region_count(), 1u);
    EXPECT_EQ(memory.region(0).base, 1u << 20);
    EXPECT_EQ(memory.region(0).size_bytes, 4u << 20);
    EXPECT_EQ(memory.region(0).kind, hal::PhysicalMemory::Kind::free);
}

TEST(LinuxPhysicalMemory, can_be_written_through_the_direct_map_to_its_last_byte) {
    PhysicalMemory memory({}, {.size_mib = 1});
    auto const region = memory.region(0);
    auto* const bytes = static_cast<u8*>(machine::physical_to_virtual(region.base));
    bytes[0] = 1;
    bytes[region.size_bytes - 1] = 2;
    EXPECT_EQ(bytes[0] + bytes[region.size_bytes - 1], 3);
    EXPECT_EQ(machine::virtual_to_physical(bytes), region.base);
}

TEST(LinuxPhysicalMemory, is_zero_at_first_like_a_new_machine) {
    {
        PhysicalMemory memory({}, {.size_mib = 1});
    }
    PhysicalMemory memory({}, {.size_mib = 1});
    auto const* const bytes =
        static_cast<u8 const*>(machine::physical_to_virtual(memory.region(0).base));
    for (usize i = 0; i < 1 << 20; i += 1000)
        EXPECT_EQ(bytes[i], 0);
}

} // namespace
} // namespace flat::platform
