// SPDX-License-Identifier: BSD-2-Clause
// Tests of whose timestamps TCP's state machine believes.
#include <net/tcp/connection.hpp>

#include <net/tcp/script/testing.hpp>

#include <gtest/gtest.h>

namespace flat::net::tcp {
namespace {

using namespace testing;

class NetTcpTimestamps : public ConnectionScript {
protected:
    Segment stamped(u8 flags, u32 sequence, u32 acknowledgement, u32 time) {
        Segment made = segment(flags, sequence, acknowledgement);
        made.has_timestamps = true;
        made.timestamp = time;
        return made;
    }
};

TEST_F(NetTcpTimestamps, the_time_of_what_comes_again_is_echoed_but_not_of_what_cannot_be) {
    connection.open(ours, now, out);
    out.take();
    arrive(stamped(Segment::syn | Segment::ack, theirs, ours + 1, 100));
    out.take();
    arrive(stamped(Segment::ack, theirs + 1, ours + 1, 110), pattern(10));
    pass(1'000'000);
    EXPECT_EQ(out.only().segment.echoed_timestamp, 110u);
    arrive(stamped(Segment::ack, theirs + 1, ours + 1, 500), pattern(10)); // the answer was lost
    EXPECT_EQ(out.only().segment.echoed_timestamp, 500u);
    arrive(stamped(Segment::ack, theirs + 1, ours + 1, 300), pattern(10));
    EXPECT_EQ(out.only().segment.echoed_timestamp, 500u);
    arrive(stamped(Segment::ack, theirs - 1'000'000, ours + 1, 900), pattern(10));
    EXPECT_EQ(out.only().segment.echoed_timestamp, 500u);
    arrive(stamped(Segment::syn, theirs, ours + 1, 900));
    EXPECT_EQ(out.only().segment.echoed_timestamp, 500u);
}

TEST_F(NetTcpTimestamps, a_forged_time_of_who_guesses_one_number_does_not_make_the_partner_old) {
    connection.open(ours, now, out);
    arrive(stamped(Segment::syn | Segment::ack, theirs, ours + 1, 100));
    arrive(stamped(Segment::ack, theirs + 1, ours + 1, 110), pattern(5000));
    u32 const future = 110 + (1u << 31) - 1;
    u32 const expected = theirs + 5001;
    arrive(stamped(Segment::ack, expected - 1000, ours + 1, future)); // has no data
    arrive(stamped(Segment::ack, expected, ours + 2, future));        // nothing was sent
    arrive(stamped(Segment::ack, expected, ours + 1 - (1u << 30), future));
    arrive(stamped(0, expected, ours + 1, future));
    arrive(stamped(Segment::ack, expected - 1000, ours + (1u << 30), future), pattern(10));
    out.take();
    arrive(stamped(Segment::ack, expected, ours + 1, 120), pattern(10));
    EXPECT_EQ(receive(), pattern(5000) + pattern(10));
    pass(1'000'000);
    EXPECT_EQ(out.only().segment.echoed_timestamp, 120u);
}

} // namespace
} // namespace flat::net::tcp
