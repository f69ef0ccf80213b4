// SPDX-License-Identifier: BSD-2-Clause
// Tests of the flat address space.
#include <memory/flat.hpp>

#include <flat/hal/mmu.hpp>
#include <machine/physical.hpp>

#include <gtest/gtest.h>

namespace flat::memory {
namespace {

class MemoryFlat : public ::testing::Test {
protected:
    Flat space{{}, {}};
};

TEST_F(MemoryFlat, physical_memory_is_where_the_direct_map_shows_it) {
    vaddr const address = space.map(0x12345, 100, hal::Mmu::read).value();
    EXPECT_EQ(address, address_of(machine::physical_to_virtual(0x12345)));
}

TEST_F(MemoryFlat, translating_is_the_inverse_of_mapping) {
    vaddr const address = space.map(0x12345, 100, hal::Mmu::read).value();
    EXPECT_EQ(space.translate(address + 7).value(), 0x12345u + 7);
}

TEST_F(MemoryFlat, unmapping_leaves_the_direct_map_as_it_is) {
    vaddr const address = space.map(0x1000, 100, hal::Mmu::read).value();
    EXPECT_TRUE(space.unmap(address, 100).is_ok());
    EXPECT_EQ(space.translate(address).value(), 0x1000u);
}

TEST_F(MemoryFlat, nothing_and_more_than_there_can_be_are_invalid) {
    EXPECT_EQ(space.map(0x1000, 0, 0).error().code, hal::MmuError::Code::invalid);
    EXPECT_EQ(space.map(0x1000, ~usize(0), 0).error().code, hal::MmuError::Code::invalid);
}

} // namespace
} // namespace flat::memory
