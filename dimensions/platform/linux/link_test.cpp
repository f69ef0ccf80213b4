// SPDX-License-Identifier: BSD-2-Clause
// Tests of the host's link, two of them at the ends of one cable.
#include <platform/link.hpp>

#include <arch/traps.hpp>
#include <log/testing.hpp>
#include <machine/interrupts.hpp>
#include <net/testing.hpp>
#include <platform/interrupts.hpp>

#include <gtest/gtest.h>
#include <optional>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

namespace flat::platform {
namespace {

using net::LinkError;
using net::testing::Bytes;
using net::testing::bytes_of;
using net::testing::pattern;

class Cable final : public Link {
public:
    using Link::Link;
};

class Source : public net::Buffers {
public:
    explicit Source(BufferPool& pool) : pool_(pool) {}
    BufferPool& pool() override { return pool_; }

private:
    BufferPool& pool_;
};

constexpr u64 left_address = 0x0200'0000'0001;
constexpr u64 right_address = 0x0200'0000'0002;

class LinuxLink : public ::testing::Test {
protected:
    LinuxLink() {
        std::string const folder = ::testing::TempDir();
        one = folder + "flat-link-a" + std::to_string(getpid());
        two = folder + "flat-link-b" + std::to_string(getpid());
        setenv("FLAT_NET_0", ("dgram:" + one + "," + two).c_str(), 1);
        setenv("FLAT_NET_1", ("dgram:" + two + "," + one).c_str(), 1);
    }
    ~LinuxLink() override {
        machine::disable_interrupts();
        left.reset();
        right.reset();
        EXPECT_EQ(buffers.used(), 0u);
    }

    void start() {
        left.emplace(ports(),
                     Link::Attributes{.number = 0, .hardware_address = left_address, .line = 9});
        right.emplace(ports(),
                      Link::Attributes{.number = 1, .hardware_address = right_address, .line = 10});
        left->late_receiver().bind(at_left);
        right->late_receiver().bind(at_right);
    }
    Link::Ports ports() { return {.interrupts = interrupts, .buffers = source, .log = log}; }

    /// A frame to an address, with a pattern after its header.
    static Bytes frame_to(u64 destination, usize size, u32 seed = 0) {
        Bytes bytes = pattern(size, seed);
        store_hardware_address(bytes.data(), destination);
        return bytes;
    }
    bool send(Link& link, Bytes const& bytes) {
        Message frame = buffers.message(bytes);
        return link.send(frame).is_ok();
    }
    /// Puts a datagram onto the cable that no link would send.
    void inject(Bytes const& bytes) {
        int const raw = socket(AF_UNIX, SOCK_DGRAM, 0);
        sockaddr_un address{};
        address.sun_family = AF_UNIX;
        two.copy(address.sun_path, sizeof address.sun_path - 1);
        sendto(raw, bytes.data(), bytes.size(), 0, reinterpret_cast<sockaddr*>(&address),
               sizeof address);
        close(raw);
    }

    std::string one, two;
    net::testing::TestBuffers buffers{64};
    Source source{buffers.pool()};
    log::testing::FakeLog log;
    arch::Traps traps{{}, {}};
    Interrupts interrupts{{.trap = traps}, {}};
    net::testing::TestReceiver at_left, at_right;
    std::optional<Cable> left, right;
};

TEST_F(LinuxLink, frames_pass_both_ways_by_signals) {
    start();
    machine::enable_interrupts();
    for (u32 i = 0; i < 100; ++i) {
        ASSERT_TRUE(send(*left, frame_to(right_address, 60 + i, i)));
        ASSERT_TRUE(send(*right, frame_to(left_address, 1514 - i, i)));
    }
    ASSERT_EQ(at_right.frames.size(), 100u);
    ASSERT_EQ(at_left.frames.size(), 100u);
    EXPECT_EQ(at_right.frames[99], frame_to(right_address, 159, 99));
    EXPECT_EQ(at_left.frames[99], frame_to(left_address, 1415, 99));
    EXPECT_EQ(left->statistics().sent_bytes, right->statistics().received_bytes);
}

TEST_F(LinuxLink, a_frame_of_several_pieces_comes_as_one) {
    start();
    Message frame = buffers.message(frame_to(right_address, 100));
    Message rest = buffers.message(pattern(50));
    ASSERT_TRUE(frame.join(rest).is_ok());
    Bytes const whole = bytes_of(frame);
    ASSERT_TRUE(left->send(frame).is_ok());
    EXPECT_EQ(right->poll(5), 1u);
    EXPECT_EQ(at_right.frames, std::vector<Bytes>{whole});
}

TEST_F(LinuxLink, is_quiet_while_it_is_polled) {
    start();
    right->set_interrupts(false);
    machine::enable_interrupts();
    machine::disable_interrupts(); // the first signal, for what might have come before
    machine::enable_interrupts();
    for (u32 i = 0; i < 5; ++i)
        ASSERT_TRUE(send(*left, frame_to(right_address, 60)));
    EXPECT_TRUE(at_right.frames.empty());
    EXPECT_EQ(right->poll(3), 3u);
    right->set_interrupts(true);
    EXPECT_EQ(at_right.frames.size(), 5u);
}

TEST_F(LinuxLink, receives_what_is_for_it) {
    start();
    u64 const group = 0x0100'5e00'0001;
    for (u64 const address : {group, left_address, right_address, u64{0xffff'ffff'ffff}})
        ASSERT_TRUE(send(*left, frame_to(address, 60)));
    EXPECT_EQ(right->poll(9), 2u);
    ASSERT_TRUE(right->join(group).is_ok());
    ASSERT_TRUE(right->set_promiscuous(true).is_ok());
    ASSERT_TRUE(send(*left, frame_to(left_address, 60)));
    ASSERT_TRUE(right->set_promiscuous(true).is_ok());
    EXPECT_EQ(right->poll(9), 1u);
    ASSERT_TRUE(right->set_promiscuous(false).is_ok());
    ASSERT_TRUE(send(*left, frame_to(group, 60)));
    EXPECT_EQ(right->poll(9), 1u);
    right->leave(group);
    ASSERT_TRUE(send(*left, frame_to(group, 60)));
    EXPECT_EQ(right->poll(9), 0u);
}

TEST_F(LinuxLink, what_nobody_receives_is_counted) {
    start();
    right.reset();
    Message frame = buffers.message(frame_to(right_address, 60));
    EXPECT_TRUE(left->send(frame).is_ok());
    EXPECT_EQ(left->statistics().send_errors, 1u);
    EXPECT_EQ(left->statistics().sent_frames, 0u);
}

TEST_F(LinuxLink, a_full_cable_refuses_a_frame) {
    start();
    right->set_interrupts(false);
    u32 sent = 0;
    while (sent < 10000 && send(*left, frame_to(right_address, 60)))
        ++sent;
    ASSERT_LT(sent, 10000u);
    Message frame = buffers.message(frame_to(right_address, 60));
    EXPECT_EQ(left->send(frame).error().code, LinkError::full);
    EXPECT_EQ(frame.size(), 60u);
    EXPECT_EQ(right->poll(sent + 1), sent);
    EXPECT_TRUE(left->send(frame).is_ok());
}

TEST_F(LinuxLink, datagrams_that_are_no_frames_are_counted) {
    start();
    for (usize const size : {0, 1, 13, 1515, 5000})
        inject(Bytes(size, 0xff));
    EXPECT_EQ(right->poll(9), 0u);
    EXPECT_EQ(right->statistics().receive_errors, 5u);
    ASSERT_TRUE(send(*left, frame_to(right_address, 14)));
    EXPECT_EQ(right->poll(9), 1u);
}

TEST_F(LinuxLink, without_buffers_frames_are_missed_and_counted) {
    start();
    ASSERT_TRUE(send(*left, frame_to(right_address, 60)));
    Message all(buffers.pool());
    while (all.extend(Message::head_room).is_ok()) {
    }
    EXPECT_EQ(right->poll(9), 0u);
    EXPECT_EQ(right->statistics().missed_frames, 1u);
}

TEST_F(LinuxLink, without_a_cable_it_is_broken_and_says_so) {
    for (char const* const description : {"", "dgram:", "dgram:/nowhere/a,/nowhere/b", "what"}) {
        setenv("FLAT_NET_0", description, 1);
        log.text.clear();
        left.emplace(ports(),
                     Link::Attributes{.number = 0, .hardware_address = left_address, .line = 9});
        EXPECT_EQ(log.text, "link 0: there is no cable (FLAT_NET_0)\n") << description;
        EXPECT_FALSE(left->state().is_up);
        Message frame = buffers.message(frame_to(right_address, 60));
        EXPECT_EQ(left->send(frame).error().code, LinkError::broken);
        EXPECT_EQ(left->poll(1), 0u);
    }
}

} // namespace
} // namespace flat::platform
