// SPDX-License-Identifier: BSD-2-Clause
// Tests of the driver's side of a virtqueue.
#include <driver/virtio_queue.hpp>

#include <core/net/buffer_pool.hpp>
#include <driver/testing.hpp>

#include <gtest/gtest.h>

namespace flat::driver {
namespace {

/// What a chain consists of.
struct Segment {
    paddr address;
    u32 bytes;
    Buffer* buffer;
    bool is_written;
};

class DriverVirtio : public ::testing::Test {
protected:
    DriverVirtio() { queue.start(block, 8); }
    ~DriverVirtio() override { memory.free(block); }

    bool add(std::vector<Segment> const& segments) {
        if (segments.size() > queue.free_count()) return false;
        for (Segment const& each : segments)
            queue.put(each.address, each.bytes, each.buffer, each.is_written);
        queue.commit();
        return true;
    }

    /// The device's part, by itself.
    void use(u32 id, u32 bytes) {
        auto* const used = reinterpret_cast<virtq::Used*>(memory.at(queue.device_area(), 4));
        auto* const ring = reinterpret_cast<virtq::UsedElement*>(used + 1);
        ring[used->index++ % 8] = {id, bytes};
    }

    std::vector<Buffer*> take() {
        std::vector<Buffer*> taken;
        queue.take([&](Buffer* buffer) { taken.push_back(buffer); });
        return taken;
    }

    testing::TestMemory memory;
    memory::DmaMemory::Block block = memory.allocate(VirtioQueue::memory_order).value();
    VirtioQueueOf<Buffer> queue;
    Buffer a, b, c;
};

TEST_F(DriverVirtio, a_chain_is_described_in_order_and_made_available) {
    ASSERT_TRUE(add({{0x1000, 10, &a, false}, {0x2000, 20, nullptr, true}}));
    auto const* const descriptors =
        reinterpret_cast<virtq::Descriptor const*>(memory.at(queue.descriptor_area(), 128));
    EXPECT_EQ(descriptors[0].address, 0x1000u);
    EXPECT_EQ(descriptors[0].flags, virtq::DESC_F_NEXT);
    EXPECT_EQ(descriptors[0].next, 1u);
    EXPECT_EQ(descriptors[1].bytes, 20u);
    EXPECT_EQ(descriptors[1].flags, virtq::DESC_F_WRITE);
    u16 area[3];
    std::memcpy(area, memory.at(queue.driver_area(), sizeof area), sizeof area);
    EXPECT_EQ(area[1], 1u);
    EXPECT_EQ(area[2], 0u);
    EXPECT_EQ(queue.free_count(), 6u);
}

TEST_F(DriverVirtio, chains_come_back_in_any_order) {
    ASSERT_TRUE(add({{1, 1, &a, false}, {2, 1, &b, false}}));
    ASSERT_TRUE(add({{3, 1, &c, true}}));
    use(2, 7);
    use(0, 0);
    EXPECT_EQ(take(), (std::vector<Buffer*>{&c}));
    EXPECT_EQ(take(), (std::vector<Buffer*>{&a, &b}));
    EXPECT_TRUE(take().empty());
    EXPECT_EQ(queue.free_count(), 8u);
    for (u32 round = 0; round < 100'000; ++round) { // the indices wrap around
        ASSERT_TRUE(add({{1, 1, &a, true}}));
        u16 area[10];
        std::memcpy(area, memory.at(queue.driver_area(), sizeof area), sizeof area);
        use(area[2 + (area[1] - 1) % 8], 1);
        ASSERT_EQ(take().size(), 1u);
    }
}

TEST_F(DriverVirtio, no_more_is_added_than_there_are_descriptors) {
    for (u32 i = 0; i < 4; ++i)
        ASSERT_TRUE(add({{1, 1, &a, false}, {2, 1, &b, false}}));
    EXPECT_FALSE(add({{1, 1, &a, false}}));
    use(0, 0);
    EXPECT_EQ(take().size(), 2u);
    EXPECT_FALSE(add({{1, 1, &a, false}, {1, 1, &a, false}, {1, 1, &a, false}}));
    EXPECT_TRUE(add({{1, 1, &a, false}}));
}

TEST_F(DriverVirtio, the_middle_of_a_chain_is_no_chain) {
    ASSERT_TRUE(add({{1, 1, &a, false}, {2, 1, &b, false}}));
    use(1, 0);
    EXPECT_TRUE(take().empty());
    EXPECT_TRUE(queue.is_broken());
    EXPECT_FALSE(add({{1, 1, &a, false}}));
    u32 back = 0;
    queue.take_all([&](Buffer*) { ++back; });
    EXPECT_EQ(back, 2u);
    queue.start(block, 8);
    EXPECT_FALSE(queue.is_broken());
    EXPECT_TRUE(add({{1, 1, &a, false}}));
}

TEST_F(DriverVirtio, a_chain_comes_back_once) {
    ASSERT_TRUE(add({{1, 1, &a, false}}));
    ASSERT_TRUE(add({{1, 1, &b, false}}));
    use(0, 0);
    use(0, 0);
    EXPECT_EQ(take().size(), 1u);
    EXPECT_TRUE(take().empty());
    EXPECT_TRUE(queue.is_broken());
}

} // namespace
} // namespace flat::driver
