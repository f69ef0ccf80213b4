// SPDX-License-Identifier: BSD-2-Clause
// Tests of a bridge that learns.
#include <router/learning_bridge.hpp>

#include <router/testing.hpp>

#include <gtest/gtest.h>

namespace flat::router {
namespace {

using testing::Bytes;
using testing::frame;
using net::testing::operator+;

struct RouterLearningBridge : ::testing::Test {
    net::testing::OwnBuffers buffers{64};
    testing::TestPort all[3];
    Port* ports[3] = {&all[0], &all[1], &all[2]};
    LearningBridge bridge{{.ports = Span<Port* const>(ports), .buffers = buffers}, {}};

    void arrive(u32 port, Bytes const& bytes) {
        Message message = buffers.all.message(bytes);
        bridge.arrived(port, message);
    }

    /// How many frames went out by each port since the last call, all of them these bytes.
    std::vector<usize> went(Bytes const& bytes) {
        std::vector<usize> counts;
        for (auto& each : all) {
            auto const sent = each.take();
            for (auto const& one : sent)
                EXPECT_EQ(one, bytes);
            counts.push_back(sent.size());
        }
        return counts;
    }
    using Counts = std::vector<usize>;
};

TEST_F(RouterLearningBridge, a_frame_to_a_stranger_goes_out_by_all_other_ports) {
    for (u32 port = 0; port < 3; ++port) {
        arrive(port, frame(9, 1));
        Counts expected{1, 1, 1};
        expected[port] = 0;
        EXPECT_EQ(went(frame(9, 1)), expected);
    }
}

TEST_F(RouterLearningBridge, a_frame_to_a_host_that_was_seen_goes_where_that_is) {
    arrive(2, frame(9, 1));
    went(frame(9, 1));
    arrive(0, frame(1, 2));
    EXPECT_EQ(went(frame(1, 2)), (Counts{0, 0, 1}));
    arrive(1, frame(2, 1));
    EXPECT_EQ(went(frame(2, 1)), (Counts{1, 0, 0}));
    arrive(0, frame(1, 2));
    EXPECT_EQ(went(frame(1, 2)), (Counts{0, 1, 0})) << "a host that has moved";
}

TEST_F(RouterLearningBridge, what_came_from_where_it_goes_is_dropped) {
    arrive(1, frame(9, 1));
    went(frame(9, 1));
    arrive(1, frame(1, 2));
    EXPECT_EQ(went({}), (Counts{0, 0, 0}));
}

TEST_F(RouterLearningBridge, frames_to_groups_go_to_all_and_groups_are_never_learned) {
    Bytes const to_all = Bytes(6, 0xff) + Bytes{2, 0, 0, 0, 0, 1, 8, 6};
    arrive(0, to_all);
    EXPECT_EQ(went(to_all), (Counts{0, 1, 1}));
    Bytes const from_group = Bytes{2, 0, 0, 0, 0, 1} + Bytes(6, 0xff) + Bytes{8, 6};
    arrive(1, from_group);
    EXPECT_EQ(went(from_group), (Counts{1, 0, 0}));
    arrive(2, to_all);
    EXPECT_EQ(went(to_all), (Counts{1, 1, 0}));
}

TEST_F(RouterLearningBridge, groups_of_bridges_are_not_forwarded) {
    for (u8 last = 0; last < 32; ++last) {
        Bytes const hello = Bytes{0x01, 0x80, 0xc2, 0, 0, last} + Bytes(54, 7);
        arrive(0, hello);
        EXPECT_EQ(went(hello), last < 16 ? (Counts{0, 0, 0}) : (Counts{0, 1, 1}));
    }
}

TEST_F(RouterLearningBridge, what_is_shorter_than_two_addresses_is_dropped) {
    for (usize bytes = 1; bytes < 12; ++bytes)
        arrive(0, Bytes(bytes, 2));
    EXPECT_EQ(went({}), (Counts{0, 0, 0}));
}

TEST_F(RouterLearningBridge, without_another_port_nothing_goes_out) {
    LearningBridge alone({.ports = Span<Port* const>(ports, 1), .buffers = buffers}, {});
    Message message = buffers.all.message(frame(9, 1));
    alone.arrived(0, message);
    EXPECT_EQ(went({}), (Counts{0, 0, 0}));
}

} // namespace
} // namespace flat::router
