// SPDX-License-Identifier: BSD-2-Clause
// Tests of the flat address space.
#include <mapping/flat.hpp>

#include <domain/page.hpp>
#include <flat/hal/mmu.hpp>
#include <machine/physical.hpp>
#include <mapping/physical.hpp>
#include <mapping/testing.hpp>

#include <gtest/gtest.h>

namespace flat::mapping {
namespace {

using domain::page_size;

class MappingFlat : public ::testing::Test {
protected:
    MappingError::Code refusal(memory::MemoryObject& object, u64 first, u64 pages, vaddr base = 0) {
        return space.map(object, first, pages, base, hal::Mmu::read).error().code;
    }

    Physical physical{{}, {}};
    Flat space{{}, {}};
};

TEST_F(MappingFlat, physical_memory_is_where_the_direct_map_shows_it) {
    vaddr const address = space.map(physical, 0x12, 3, 0, hal::Mmu::read).value();
    EXPECT_EQ(address, address_of(machine::physical_to_virtual(0x12 * page_size)));
    EXPECT_EQ(space.map(physical, 0x12, 3, address, hal::Mmu::read).value(), address);
    EXPECT_EQ(refusal(physical, 0x12, 3, address + page_size), MappingError::Code::taken);
}

TEST_F(MappingFlat, translating_is_the_inverse_of_mapping) {
    vaddr const address = space.map(physical, 0x12, 1, 0, hal::Mmu::read).value();
    EXPECT_EQ(space.translate(address + 7).value(), 0x12 * page_size + 7);
}

TEST_F(MappingFlat, unmapping_and_protecting_leave_the_direct_map_as_it_is) {
    vaddr const address = space.map(physical, 1, 1, 0, hal::Mmu::read).value();
    EXPECT_TRUE(space.protect(address, 1, 0).is_ok());
    EXPECT_TRUE(space.unmap(address, 1).is_ok());
    EXPECT_EQ(space.translate(address).value(), page_size);
}

TEST_F(MappingFlat, nothing_and_more_than_there_is_are_invalid) {
    EXPECT_EQ(refusal(physical, 1, 0), MappingError::Code::invalid);
    EXPECT_EQ(refusal(physical, physical.pages(), 1), MappingError::Code::invalid);
    EXPECT_EQ(refusal(physical, 1, ~u64{0}), MappingError::Code::invalid);
}

TEST_F(MappingFlat, what_has_no_place_of_its_own_cannot_be_shown) {
    testing::FakeObject object;
    EXPECT_EQ(refusal(object, 0, 1), MappingError::Code::unavailable);
}

} // namespace
} // namespace flat::mapping
