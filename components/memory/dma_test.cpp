// SPDX-License-Identifier: BSD-2-Clause
// Tests of memory for devices.
#include <memory/dma.hpp>

#include <domain/page.hpp>
#include <mapping/flat.hpp>
#include <mapping/physical.hpp>
#include <memory/testing.hpp>

#include <gtest/gtest.h>

namespace flat::memory {
namespace {

/// An address space without room.
class FullSpace : public mapping::Flat {
public:
    using mapping::Flat::Flat;
    Result<vaddr, MappingError> map(MemoryObject&, u64, u64, vaddr, u32) override {
        return MappingError{MappingError::Code::out_of_memory};
    }
};

class MemoryDma : public ::testing::Test {
protected:
    testing::FakeFrames frames;
    mapping::Physical physical{{}, {}};
    mapping::Flat space{{}, {}};
    Dma dma{{.frames = frames, .physical = physical, .space = space}, {}};
};

TEST_F(MemoryDma, a_block_is_zero_aligned_and_known_by_both_addresses) {
    DmaMemory::Block const block = dma.allocate(2).value();
    EXPECT_EQ(block.physical % (4 * domain::page_size), 0u);
    EXPECT_EQ(space.translate(block.address).value(), block.physical);
    auto const* const bytes = pointer_to<u8>(block.address);
    for (usize i = 0; i < 4 * domain::page_size; ++i)
        ASSERT_EQ(bytes[i], 0);
    dma.free(block);
    EXPECT_EQ(frames.taken_bytes(), 0u);
}

TEST_F(MemoryDma, without_frames_or_addresses_there_is_none) {
    EXPECT_EQ(dma.allocate(20).error().code, MemoryError::Code::out_of_memory);
    FullSpace full{{}, {}};
    Dma other{{.frames = frames, .physical = physical, .space = full}, {}};
    EXPECT_EQ(other.allocate(0).error().code, MemoryError::Code::out_of_memory);
    EXPECT_EQ(frames.taken_bytes(), 0u);
}

} // namespace
} // namespace flat::memory
