// SPDX-License-Identifier: BSD-2-Clause
// Tests of the network within this host.
#include <net/ip/loopback.hpp>

#include <net/testing.hpp>

#include <gtest/gtest.h>

namespace flat::net::ip {
namespace {

using testing::Bytes;
using testing::bytes_of;
using testing::pattern;

/// Answers each packet with two of one byte less.
class Answering : public Upper {
public:
    Answering(Loopback& loopback, testing::TestBuffers& buffers)
        : loopback_(loopback), buffers_(buffers) {}

    bool deliver(Participants const&, Message& packet) override {
        EXPECT_FALSE(is_delivering_);
        is_delivering_ = true;
        sizes.push_back(packet.size());
        for (u32 i = 0; i < 2 && packet.size() > 1; ++i) {
            Message answer = buffers_.message(pattern(packet.size() - 1));
            failures += loopback_.send(0, answer).is_error();
            EXPECT_TRUE(answer.is_empty());
        }
        is_delivering_ = false;
        return false;
    }
    void failed(Participants const&, Report const&, Span<u8 const>) override {}

    std::vector<u32> sizes;
    u32 failures = 0;

private:
    Loopback& loopback_;
    testing::TestBuffers& buffers_;
    bool is_delivering_ = false;
};

struct NetIpLoopback : ::testing::Test {
    struct OwnBuffers : Buffers {
        BufferPool& pool() override { return all.pool(); }
        testing::TestBuffers all{64};
    } buffers;
    testing::TestAllocator allocator;
    Loopback loopback{{.buffers = buffers, .allocator = allocator},
                      {.packet_bytes = 1500, .waiting = 4}};
    Answering upper{loopback, buffers.all};
};

TEST_F(NetIpLoopback, what_is_sent_while_something_is_delivered_comes_after_it) {
    loopback.attach(upper);
    Message packet = buffers.all.message(pattern(3));
    ASSERT_TRUE(loopback.send(0, packet).is_ok());
    EXPECT_EQ(upper.sizes, (std::vector<u32>{3, 2, 2, 1, 1, 1, 1}));
    EXPECT_EQ(buffers.all.used(), 0u);
}

TEST_F(NetIpLoopback, what_waits_is_bounded) {
    loopback.attach(upper);
    Message packet = buffers.all.message(pattern(10));
    ASSERT_TRUE(loopback.send(0, packet).is_ok());
    EXPECT_GT(upper.failures, 0u);
    EXPECT_EQ(buffers.all.used(), 0u);
}

TEST_F(NetIpLoopback, without_anybody_above_packets_are_lost) {
    Message packet = buffers.all.message(pattern(10));
    ASSERT_TRUE(loopback.send(0, packet).is_ok());
    EXPECT_EQ(buffers.all.used(), 0u);
}

} // namespace
} // namespace flat::net::ip
