// SPDX-License-Identifier: BSD-2-Clause
// Tests of a card as a port.
#include <router/card_port.hpp>

#include <router/testing.hpp>

#include <gtest/gtest.h>

namespace flat::router {
namespace {

using testing::Bytes;

/// A link that says whether it is promiscuous, or cannot be.
struct Card : net::testing::TestLink {
    using TestLink::TestLink;
    Result<void, net::LinkError> set_promiscuous(bool wanted) override {
        if (is_stubborn) return net::LinkError{net::LinkError::unsupported};
        is_promiscuous = wanted;
        return {};
    }
    bool is_promiscuous = false;
    bool is_stubborn = false;
};

struct Bound : CardPort {
    using CardPort::CardPort;
    void bind(Forwarder& other) { forwarder.bind(other); }
};

struct Remembering : Forwarder {
    void arrived(u32 port, Message& frame) override {
        arrivals.emplace_back(port, net::testing::bytes_of(frame));
    }
    std::vector<std::pair<u32, Bytes>> arrivals;
};

TEST(RouterCardPort, what_its_card_receives_arrives_with_its_number) {
    net::testing::OwnBuffers buffers(8);
    Card card{0x525400123456};
    Remembering above;
    Bound port({.link = card}, {.number = 3});
    port.bind(above);
    EXPECT_TRUE(card.is_promiscuous);
    EXPECT_EQ(port.address(), 0x525400123456u);
    Message frame = buffers.all.message({1, 2, 3});
    port.received(frame);
    ASSERT_EQ(above.arrivals.size(), 1u);
    EXPECT_EQ(above.arrivals[0].first, 3u);
    EXPECT_EQ(above.arrivals[0].second, (Bytes{1, 2, 3}));
}

TEST(RouterCardPort, a_frame_that_the_card_does_not_take_is_dropped_and_counted) {
    net::testing::OwnBuffers buffers(8);
    Card card{1};
    Bound port({.link = card}, {.number = 0});
    for (bool const is_full : {false, true, true}) {
        card.is_full = is_full;
        Message frame = buffers.all.message({1, 2, 3});
        port.send(frame);
        EXPECT_TRUE(frame.is_empty());
    }
    EXPECT_EQ(card.sent.size(), 1u);
    EXPECT_EQ(port.counts().dropped, 2u);
}

} // namespace
} // namespace flat::router
