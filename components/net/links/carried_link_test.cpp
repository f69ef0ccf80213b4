// SPDX-License-Identifier: BSD-2-Clause
// Tests of a link that is carried from where its driver is to where it is used.
#include <net/links/carried_link.hpp>

#include <net/links/link_carrier.hpp>
#include <net/testing.hpp>

#include <gtest/gtest.h>
#include <type_traits>

namespace flat::net::links {
namespace {

using testing::Bytes;
using testing::pattern;

/// What lies between them in a kernel, without the boundary: it can be gone.
class Boundary : public FrameCarrier, public FrameSink {
public:
    template<class Call>
    std::invoke_result_t<Call, FrameCarrier&> reach(Call const& call) {
        if (!is_gone) return call(*carrier);
        return LinkError{LinkError::unreachable};
    }
    Result<u64, LinkError> address() override {
        return reach([](FrameCarrier& to) { return to.address(); });
    }
    Result<Link::State, LinkError> state() override {
        return reach([](FrameCarrier& to) { return to.state(); });
    }
    Result<Link::Statistics, LinkError> statistics() override {
        return reach([](FrameCarrier& to) { return to.statistics(); });
    }
    void send(Span<u8 const> frame) override {
        if (!is_gone) carrier->send(frame);
    }
    Result<void, LinkError> set_interrupts(bool are_wanted) override {
        return reach([&](FrameCarrier& to) { return to.set_interrupts(are_wanted); });
    }
    Result<u32, LinkError> poll(u32 frames) override {
        return reach([&](FrameCarrier& to) { return to.poll(frames); });
    }
    Result<void, LinkError> set_promiscuous(bool is_wanted) override {
        return reach([&](FrameCarrier& to) { return to.set_promiscuous(is_wanted); });
    }
    Result<void, LinkError> join(u64 group) override {
        return reach([&](FrameCarrier& to) { return to.join(group); });
    }
    Result<void, LinkError> leave(u64 group) override {
        return reach([&](FrameCarrier& to) { return to.leave(group); });
    }
    Result<void, LinkError> received(Span<u8 const> frame) override {
        if (is_gone) return LinkError{LinkError::unreachable};
        return sink->received(frame);
    }
    Result<void, LinkError> state_changed(Link::State const& state) override {
        if (is_gone) return LinkError{LinkError::unreachable};
        return sink->state_changed(state);
    }

    FrameCarrier* carrier = nullptr;
    FrameSink* sink = nullptr;
    bool is_gone = false;
};

struct NetCarriedLink : ::testing::Test {
    struct Bound : CarriedLink {
        using CarriedLink::CarriedLink;
        void bind(Receiver& above) { receiver.bind(above); }
    };

    NetCarriedLink() {
        boundary.carrier = &carrier;
        boundary.sink = &link;
        link.bind(above);
    }
    bool sends(Bytes const& bytes) {
        Message frame = here.all.message(bytes);
        return link.send(frame).is_ok();
    }
    void arrives(Bytes const& bytes) {
        Message frame = there.all.message(bytes);
        carrier.received(frame);
    }

    testing::OwnBuffers here{16};
    testing::OwnBuffers there{16};
    testing::TestLink card{0x525400123456};
    testing::TestReceiver above;
    Boundary boundary;
    LinkCarrier carrier{{.link = card, .buffers = there, .sink = boundary}, {}};
    Bound link{{.carrier = boundary, .buffers = here}, {}};
};

TEST_F(NetCarriedLink, frames_of_all_sizes_arrive_on_both_ways) {
    for (u32 const bytes : {14u, 60u, 61u, 1513u, 1514u}) {
        Bytes const frame = pattern(bytes, bytes);
        EXPECT_TRUE(sends(frame));
        EXPECT_EQ(card.take(), std::vector<Bytes>{frame});
        arrives(frame);
        EXPECT_EQ(std::exchange(above.frames, {}), std::vector<Bytes>{frame});
    }
}

TEST_F(NetCarriedLink, a_frame_in_pieces_arrives_as_one) {
    Bytes const begin = pattern(20, 1);
    Message frame = here.all.message(begin);
    Message rest = here.all.message(pattern(100, 2));
    ASSERT_TRUE(frame.join(rest).is_ok());
    ASSERT_TRUE(link.send(frame).is_ok());
    EXPECT_TRUE(frame.is_empty());
    auto const sent = card.take();
    ASSERT_EQ(sent.size(), 1u);
    EXPECT_EQ(sent[0].size(), 120u);
    EXPECT_EQ(Bytes(sent[0].begin(), sent[0].begin() + 20), begin);
}

TEST_F(NetCarriedLink, what_is_no_frame_is_refused_on_either_side) {
    EXPECT_FALSE(sends(pattern(13)));
    EXPECT_FALSE(sends(pattern(1515)));
    EXPECT_TRUE(card.take().empty());
    Bytes const small = pattern(13); // from a domain that does what it likes
    EXPECT_EQ(link.received({small.data(), small.size()}).error().code, LinkError::bad_length);
    Bytes const large(4000);
    EXPECT_EQ(link.received({large.data(), large.size()}).error().code, LinkError::bad_length);
    EXPECT_TRUE(above.frames.empty());
}

TEST_F(NetCarriedLink, what_the_card_cannot_take_is_lost_and_nothing_is_kept) {
    card.is_full = true;
    EXPECT_TRUE(sends(pattern(60)));
    EXPECT_TRUE(card.take().empty());
}

TEST_F(NetCarriedLink, the_card_is_asked_and_tells) {
    EXPECT_EQ(link.address(), 0x525400123456u);
    EXPECT_EQ(link.mtu(), 1500u);
    EXPECT_TRUE(link.state().is_up);
    EXPECT_TRUE(link.join(0x01005e000001).is_ok());
    carrier.state_changed({false, 10});
    ASSERT_EQ(above.states.size(), 1u);
    EXPECT_FALSE(above.states[0].is_up);
}

TEST_F(NetCarriedLink, what_comes_for_a_domain_that_has_ended_is_lost) {
    boundary.is_gone = true;
    arrives(pattern(60));
    carrier.state_changed({false, 10});
    EXPECT_TRUE(above.frames.empty());
    EXPECT_TRUE(above.states.empty());
}

TEST_F(NetCarriedLink, without_its_driver_the_link_is_down) {
    boundary.is_gone = true;
    EXPECT_FALSE(link.state().is_up);
    EXPECT_EQ(link.address(), 0u);
    EXPECT_EQ(link.poll(10), 0u);
    EXPECT_EQ(link.statistics().sent_frames, 0u);
    EXPECT_TRUE(sends(pattern(60))); // as on a cable that has been cut
    EXPECT_EQ(link.set_promiscuous(true).error().code, LinkError::unreachable);
    link.set_interrupts(true);
    link.leave(0x01005e000001);
}

} // namespace
} // namespace flat::net::links
