// SPDX-License-Identifier: BSD-2-Clause
// Tests that data that were summed up while they were copied are not looked at again.
#include <net/tcp/testing.hpp>

#include <net/summed_copy.hpp>

#include <gtest/gtest.h>

namespace flat::net::tcp {
namespace {

using namespace testing;

constexpr u8 damage = 0xff;

class NetTcpSummedSegments : public TcpHost {
protected:
    /// A peer connects that takes segments of 1460 bytes; the host's end.
    StreamSession& accept() {
        EXPECT_TRUE(tcp.listen(server, {0, 0, 80, 0}).is_ok());
        arrive({.mss = 1460});
        first = heard().back().segment.sequence;
        arrive({.flags = Segment::ack, .sequence = 78, .acknowledgement = first + 1});
        return *server.sessions.back();
    }

    /// Queues bytes as sockets do, and damages the first of each piece once it was summed up.
    void queue_damaged(StreamSession& session, Bytes const& bytes) {
        Message message(buffers.pool());
        ASSERT_TRUE(
            append_summed(message, span_of(bytes), session.segment_room(), session.mtu()).is_ok());
        for (Message::Piece const& piece : message.pieces())
            *piece.begin ^= damage;
        ASSERT_TRUE(session.push(message).is_ok());
    }

    /// How long the data are of each segment that was sent since the last call; with the bytes at
    /// `damaged`, from the beginning of the stream, as they were, each has a right checksum.
    std::vector<usize> sent(std::vector<usize> const& damaged) {
        std::vector<usize> sizes;
        for (auto& packet : network.take()) {
            Bytes& bytes = packet.bytes;
            usize const begin = load_big_endian(&bytes[24]) - first - 1;
            usize const size = bytes.size() - 40;
            for (usize const each : damaged)
                if (each >= begin && each < begin + size) bytes[40 + each - begin] ^= damage;
            Checksum checksum;
            checksum.add(span_of(bytes).after(12));
            checksum.add(Tcp::protocol);
            checksum.add(static_cast<u16>(bytes.size() - 20));
            EXPECT_TRUE(checksum.is_right()) << begin;
            sizes.push_back(size);
        }
        return sizes;
    }

    u32 first = 0; // of the host's numbers
};

TEST_F(NetTcpSummedSegments, segments_that_are_whole_pieces_have_the_sums_of_these) {
    StreamSession& session = accept();
    EXPECT_EQ(session.mtu(), 1460u);
    EXPECT_EQ(session.segment_room(), 1460u);
    queue_damaged(session, pattern(2000));
    EXPECT_EQ(sent({0, 1460}), std::vector<usize>{1460});
    EXPECT_EQ(session.segment_room(), 920u); // of that which has 540 and waits
    queue_damaged(session, pattern(3001));
    arrive({.flags = Segment::ack, .sequence = 78, .acknowledgement = first + 1 + 1460});
    EXPECT_EQ(sent({1460, 2000, 2920, 4380}), (std::vector<usize>{1460, 1460}));
}

TEST_F(NetTcpSummedSegments, what_is_sent_again_is_not_summed_up_again) {
    StreamSession& session = accept();
    queue_damaged(session, pattern(1460));
    EXPECT_EQ(sent({0}), std::vector<usize>{1460});
    alarms.pass_ms(5000);
    EXPECT_EQ(sent({0}).at(0), 1460u);
}

TEST_F(NetTcpSummedSegments, a_piece_that_is_cut_is_looked_at) {
    StreamSession& session = accept();
    Message message(buffers.pool());
    ASSERT_TRUE(append_summed(message, span_of(pattern(2920)), 1000, 1900).is_ok());
    ASSERT_TRUE(session.push(message).is_ok());
    EXPECT_EQ(sent({}), (std::vector<usize>{1460, 1460}));
}

} // namespace
} // namespace flat::net::tcp
