// SPDX-License-Identifier: BSD-2-Clause
// Tests of messages that wait to be received.
#include <unix/sockets/message_ring.hpp>

#include <gtest/gtest.h>

#include <deque>
#include <random>
#include <string>

namespace flat::unix::sockets {
namespace {

Span<u8 const> bytes_in(std::string const& text) {
    return Span<u8 const>(reinterpret_cast<u8 const*>(text.data()), text.size());
}

LocalName named(std::string const& name) {
    std::string const address = std::string("\1\0\0", 3) + name;
    LocalName made;
    EXPECT_TRUE(made.read(bytes_in(address)));
    return made;
}

std::string take(MessageRing& ring, u64 bytes) {
    std::string text(bytes, '?');
    u64 const count = ring.take(Span<u8>(reinterpret_cast<u8*>(text.data()), text.size()));
    return text.substr(0, count);
}

TEST(UnixMessageRing, tells_whose_process_has_sent_each_message) {
    u8 room[256];
    MessageRing ring{Span<u8>(room)};
    MessageSender const sender{7, 8, 9};
    ring.give(bytes_in("one"), LocalName(), nullptr, sender);
    ring.give(bytes_in("two"), LocalName(), nullptr);
    ASSERT_TRUE(ring.begin());
    EXPECT_TRUE(ring.sender() == sender);
    ring.end();
    ASSERT_TRUE(ring.begin());
    EXPECT_TRUE(ring.sender() == MessageSender());
    ring.end();
}

TEST(UnixMessageRing, keeps_boundaries_and_senders) {
    u8 room[256];
    MessageRing ring{Span<u8>(room)};
    EXPECT_TRUE(ring.is_empty());
    EXPECT_FALSE(ring.begin());
    ring.give(bytes_in("one"), named("a"), nullptr);
    ring.give(bytes_in(""), LocalName(), nullptr);
    ring.give(bytes_in("three"), named("c"), nullptr);
    EXPECT_EQ(ring.size(), 8u);
    ASSERT_TRUE(ring.begin());
    EXPECT_EQ(take(ring, 9), "one");
    EXPECT_TRUE(ring.from() == named("a"));
    ring.end();
    ASSERT_TRUE(ring.begin());
    EXPECT_EQ(ring.left(), 0u);
    EXPECT_TRUE(ring.from().is_empty());
    ring.end();
    ASSERT_TRUE(ring.begin());
    EXPECT_EQ(take(ring, 2), "th");
    EXPECT_EQ(ring.left(), 3u);
    ASSERT_TRUE(ring.begin()); // the same one
    EXPECT_EQ(take(ring, 1), "r");
    ring.end();
    EXPECT_EQ(ring.size(), 0u);
    EXPECT_TRUE(ring.is_empty());
}

TEST(UnixMessageRing, says_what_it_has_room_for) {
    u8 room[100];
    MessageRing ring{Span<u8>(room)};
    u64 const most = ring.bytes_max(LocalName());
    EXPECT_EQ(ring.free(LocalName()), most);
    EXPECT_EQ(ring.bytes_max(named("abc")), most - 4); // its zero and three letters
    ring.give(bytes_in(std::string(most, 'x')), LocalName(), nullptr);
    EXPECT_EQ(ring.free(LocalName()), 0u);
    EXPECT_FALSE(ring.has_room(0, LocalName())); // nothing, but a message
    ASSERT_TRUE(ring.begin());
    EXPECT_EQ(take(ring, 1000), std::string(most, 'x'));
    ring.end();
    EXPECT_EQ(ring.free(LocalName()), most);
}

TEST(UnixMessageRing, random_messages_come_in_order) {
    std::mt19937 random(5);
    u8 room[300];
    MessageRing ring{Span<u8>(room)};
    std::deque<std::string> expected;
    for (u32 step = 0; step < 3000; ++step) {
        std::string text(random() % 60, static_cast<char>('a' + random() % 26));
        LocalName const from = named(std::to_string(random() % 1000));
        if (ring.has_room(text.size(), from)) {
            ring.give(bytes_in(text), from, nullptr);
            expected.push_back(text);
        }
        if (random() % 3 == 0) continue;
        ASSERT_EQ(ring.begin(), !expected.empty());
        if (expected.empty()) continue;
        u64 const wanted = random() % 70;
        EXPECT_EQ(take(ring, wanted), expected.front().substr(0, wanted));
        ring.end();
        expected.pop_front();
    }
}

} // namespace
} // namespace flat::unix::sockets
