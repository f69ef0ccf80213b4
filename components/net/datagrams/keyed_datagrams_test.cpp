// SPDX-License-Identifier: BSD-2-Clause
// Tests of datagrams that only holders of a key can send.
#include <net/datagrams/keyed_datagrams.hpp>

#include <core/text.hpp>
#include <net/testing.hpp>

#include <gtest/gtest.h>

namespace flat::net::datagrams {
namespace {

using testing::Bytes;
using testing::hex;
using testing::operator+;
using testing::pattern;

constexpr char const* key = "000102030405060708090a0b0c0d0e0f";

/// What is sent arrives here.
class Circle : public Datagrams {
public:
    usize bytes_max() override { return 1472; }
    Result<u64, SocketError> address(Span<u8 const> text) override { return u64{text.size()}; }
    Result<void, SocketError> send(Span<u8 const> datagram, u64) override {
        waiting.push_back(Bytes(datagram.begin(), datagram.end()));
        return {};
    }
    Result<Arrived, SocketError> receive(Span<u8> room, u64 timeout_ns) override {
        if (waiting.empty()) return Arrived{0, 0, 0};
        Bytes const datagram = waiting.front();
        waiting.pop_front();
        std::copy_n(datagram.begin(), std::min(datagram.size(), room.size()), room.begin());
        return Arrived{datagram.size(), 5, timeout_ns - 1};
    }

    std::deque<Bytes> waiting;
};

class NetKeyedDatagrams : public ::testing::Test {
protected:
    bool send(Bytes const& bytes) { return keyed.send({bytes.data(), bytes.size()}, 5).is_ok(); }
    Datagrams::Arrived receive(Bytes& room, u64 timeout_ns = 100) {
        return keyed.receive({room.data(), room.size()}, timeout_ns).value();
    }

    Circle circle;
    KeyedDatagrams keyed{{.beneath = circle}, {.key = key}};
};

TEST(NetSipHash, is_that_of_its_authors) {
    // Aumasson and Bernstein 2012, appendix A, and vectors.h of their implementation.
    SipHash const hash(0x0706050403020100, 0x0f0e0d0c0b0a0908);
    Bytes bytes(16);
    for (usize i = 0; i < bytes.size(); ++i)
        bytes[i] = static_cast<u8>(i);
    EXPECT_EQ(hash(Span<u8 const>(bytes.data(), 15)), 0xa129ca6149be45e5u);
    EXPECT_EQ(hash(Span<u8 const>(bytes.data(), usize{0})), 0x726fdb47dd0e0e31u);
    Bytes const words = hex("0100000000000000 0200000000000000 0300000000000000");
    EXPECT_EQ(hash(1, 2, 3), hash(Span<u8 const>(words.data(), words.size())));
}

TEST_F(NetKeyedDatagrams, arrive_as_they_were) {
    for (usize const size : {usize{0}, usize{1}, usize{8}, usize{100}, keyed.bytes_max()}) {
        ASSERT_TRUE(send(pattern(size)));
        Bytes room(2000);
        EXPECT_EQ(receive(room), (Datagrams::Arrived{size, 5, 99}));
        EXPECT_EQ(testing::first(room, size), pattern(size));
    }
    EXPECT_FALSE(send(pattern(keyed.bytes_max() + 1)));
}

TEST_F(NetKeyedDatagrams, of_others_and_spoilt_ones_are_as_good_as_lost) {
    ASSERT_TRUE(send(pattern(20)));
    Bytes const good = circle.waiting.front();
    circle.waiting.clear();
    for (usize i = 0; i < good.size() * 8; ++i) {
        Bytes bad = good;
        bad[i / 8] ^= static_cast<u8>(1u << i % 8);
        circle.waiting.push_back(bad);
    }
    for (usize length = 0; length < good.size(); ++length)
        circle.waiting.push_back(testing::first(good, length));
    circle.waiting.push_back(Bytes(1600, 1));
    KeyedDatagrams other{{.beneath = circle}, {.key = "000102030405060708090a0b0c0d0e10"}};
    ASSERT_TRUE(other.send({good.data(), 20}, 5).is_ok());
    Bytes room(100);
    EXPECT_EQ(receive(room, 10000), (Datagrams::Arrived{0, 0, 0}));
    EXPECT_TRUE(circle.waiting.empty());
}

TEST_F(NetKeyedDatagrams, time_passes_with_those_of_others) {
    circle.waiting = {Bytes(9), Bytes(9)};
    ASSERT_TRUE(send(pattern(3)));
    Bytes room(2);
    EXPECT_EQ(receive(room), (Datagrams::Arrived{3, 5, 97}));
    EXPECT_EQ(room, testing::first(pattern(3), 2));
}

TEST_F(NetKeyedDatagrams, a_key_has_32_digits) {
    for (char const* const each :
         {"", "0", "000102030405060708090a0b0c0d0e0", "000102030405060708090a0b0c0d0e0g",
          "000102030405060708090a0b0c0d0e0f0"})
        EXPECT_DEATH(KeyedDatagrams({.beneath = circle}, {.key = each}), "hexadecimal digits")
            << each;
}

} // namespace
} // namespace flat::net::datagrams
