// SPDX-License-Identifier: BSD-2-Clause
// Tests of messages in parts, from whoever sends whatever.
#include <remote/message.hpp>

#include <gtest/gtest.h>
#include <random>
#include <vector>

namespace flat::remote {
namespace {

using Bytes = std::vector<u8>;

Span<u8 const> span(Bytes const& bytes) {
    return {bytes.data(), bytes.size()};
}

/// Keeps what is sent.
class Sent : public net::Datagrams {
public:
    explicit Sent(usize most) : most_(most) {}
    usize bytes_max() override { return most_; }
    Result<u64, net::SocketError> address(Span<u8 const>) override { return u64{1}; }
    Result<void, net::SocketError> send(Span<u8 const> datagram, u64) override {
        all.emplace_back(datagram.begin(), datagram.end());
        return {};
    }
    Result<Arrived, net::SocketError> receive(Span<u8>, u64) override { return Arrived{0, 0, 0}; }

    std::vector<Bytes> all;

private:
    usize most_;
};

Bytes message_of(usize bytes, u32 seed) {
    std::mt19937 random(seed);
    Bytes made(bytes);
    for (u8& each : made)
        each = static_cast<u8>(random());
    return made;
}

TEST(RemoteMessage, is_put_together_from_parts_in_any_order) {
    std::mt19937 random(1);
    for (usize const bytes : {0u, 1u, 51u, 52u, 53u, 104u, 1000u, 13000u}) {
        Sent sent(100);
        Bytes const message = message_of(bytes, 2);
        send_message(sent, 1, {}, span(message));
        EXPECT_EQ(sent.all.size(), std::max<usize>((bytes + 51) / 52, 1));
        std::shuffle(sent.all.begin(), sent.all.end(), random);
        Bytes room(bytes);
        ArrivingMessage arriving;
        arriving.begin(Span<u8>(room.data(), room.size()));
        for (Bytes const& each : sent.all) {
            EXPECT_FALSE(arriving.is_whole());
            auto const header = opened(span(each));
            ASSERT_TRUE(header);
            for (int twice = 0; twice < 2; ++twice)
                EXPECT_TRUE(arriving.add(*header, payload_of(span(each))));
        }
        EXPECT_TRUE(arriving.is_whole());
        EXPECT_EQ(room, message);
    }
}

TEST(RemoteMessage, is_not_opened_with_any_bit_another) {
    Sent sent(200);
    send_message(sent, 1, {}, span(message_of(60, 3)));
    Bytes datagram = sent.all.front();
    ASSERT_TRUE(opened(span(datagram)));
    for (usize bit = 0; bit < datagram.size() * 8; ++bit) {
        datagram[bit / 8] ^= static_cast<u8>(1u << bit % 8);
        EXPECT_FALSE(opened(span(datagram))) << bit;
        datagram[bit / 8] ^= static_cast<u8>(1u << bit % 8);
    }
    for (usize bytes = 0; bytes < datagram.size(); ++bytes)
        EXPECT_FALSE(opened(span(datagram).first(bytes)));
}

TEST(RemoteMessage, is_not_put_together_from_parts_of_others) {
    u8 room[100];
    u8 const part[60] = {};
    DatagramHeader header;
    header.total = 100;
    header.fragments = 2;
    ArrivingMessage arriving;
    arriving.begin(room);
    EXPECT_FALSE(arriving.add(header, Span<u8 const>(part).first(0)));
    EXPECT_FALSE(arriving.add(header, Span<u8 const>(part).first(49))); // the last would be longer
    EXPECT_TRUE(arriving.add(header, part));
    header.fragment = 1;
    EXPECT_FALSE(arriving.add(header, part)); // more than is left
    header.total = 101;
    EXPECT_FALSE(arriving.add(header, Span<u8 const>(part).first(41)));
    header.total = 100;
    EXPECT_FALSE(arriving.is_whole());
    EXPECT_TRUE(arriving.add(header, Span<u8 const>(part).first(40)));
    EXPECT_TRUE(arriving.is_whole());
}

/// Whatever headers say, bytes stay within the room: the address sanitizer looks.
TEST(RemoteMessage, from_anybody_stays_within_its_room) {
    std::mt19937 random(4);
    for (int round = 0; round < 20000; ++round) {
        Bytes room(random() % 300);
        ArrivingMessage arriving;
        arriving.begin(Span<u8>(room.data(), room.size()));
        u32 const fragments = 1 + random() % 5;
        u32 const total = random() % 320;
        for (int i = 0; i < 6; ++i) {
            DatagramHeader header;
            header.total = random() % 8 == 0 ? random() : total;
            header.fragments = static_cast<u16>(random() % 8 == 0 ? 1 + random() % 256 : fragments);
            header.fragment = static_cast<u16>(random() % header.fragments);
            Bytes const part = message_of(random() % 120, 5);
            static_cast<void>(arriving.add(header, span(part)));
            if (arriving.is_whole()) EXPECT_LE(arriving.bytes().size(), room.size());
        }
    }
}

} // namespace
} // namespace flat::remote
