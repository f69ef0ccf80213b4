// SPDX-License-Identifier: BSD-2-Clause
// Tests of buffers in memory that devices reach.
#include <net/buffers/dma_buffers.hpp>

#include <core/net/message.hpp>
#include <mapping/flat.hpp>
#include <mapping/physical.hpp>
#include <memory/dma.hpp>
#include <memory/testing.hpp>

#include <gtest/gtest.h>

namespace flat::net::buffers {
namespace {

TEST(NetDmaBuffers, all_are_there_and_devices_find_what_the_driver_writes) {
    memory::testing::FakeFrames frames;
    mapping::Physical physical{{}, {}};
    mapping::Flat space{{}, {}};
    memory::Dma dma{{.frames = frames, .physical = physical, .space = space}, {}};
    DmaBuffers buffers{{.memory = dma}, {.count = 50}};
    BufferPool& pool = buffers.pool();
    EXPECT_EQ(pool.free_count(), 50u);

    Message message(pool);
    for (u32 i = 0; i < 50; ++i) {
        u8 const bytes[1500] = {static_cast<u8>(i)};
        ASSERT_TRUE(message.append(bytes).is_ok()) << i;
        if (message.pieces().size() == 48) break; // one more is the list of pieces
    }
    for (Message::Piece const& piece : message.pieces())
        EXPECT_EQ(space.translate(address_of(piece.begin)).value(), piece.physical());
    message.clear();
    EXPECT_EQ(pool.free_count(), 50u);
}

} // namespace
} // namespace flat::net::buffers
