// SPDX-License-Identifier: BSD-2-Clause
// Tests of what follows the headers of a packet.
#include <router/planp/blob.hpp>

#include <net/testing.hpp>
#include <router/planp/header.hpp>

#include <gtest/gtest.h>

namespace flat::router::planp {
namespace {

using net::testing::Bytes;

/// A frame in two buffers.
struct RouterPlanpBlob : ::testing::Test {
    RouterPlanpBlob() {
        Message rest = buffers.message({5, 6, 7, 8, 9});
        if (frame.join(rest).is_error()) __builtin_trap();
    }

    Bytes bytes_of(Blob blob) {
        Bytes bytes(blob.bytes());
        made.copy(frame, blob, 0, {bytes.data(), bytes.size()});
        return bytes;
    }

    net::testing::TestBuffers buffers{4};
    Message frame = buffers.message({0, 1, 2, 3, 4});
    MadeBytes made;
};

TEST_F(RouterPlanpBlob, a_part_lies_where_the_whole_does) {
    EXPECT_EQ(bytes_of(Blob(3, 4)), (Bytes{3, 4, 5, 6}));
    EXPECT_EQ(bytes_of(Blob(3, 4).part(1, 2)), (Bytes{4, 5}));
    Blob const thinned = *made.thin(frame, Blob(0, 10), 1, 2, 1);
    EXPECT_EQ(bytes_of(thinned.part(2, 3)), (Bytes{4, 6, 8}));
    EXPECT_EQ(bytes_of(Blob(thinned.part(2, 3).word())), (Bytes{4, 6, 8}));
}

TEST_F(RouterPlanpBlob, of_each_group_the_first_bytes_are_kept) {
    EXPECT_EQ(bytes_of(*made.thin(frame, Blob(1, 9), 2, 4, 0)), (Bytes{1, 2, 5, 6, 9}));
    EXPECT_EQ(bytes_of(*made.thin(frame, Blob(1, 9), 0, 4, 0)), Bytes{});
    EXPECT_EQ(bytes_of(*made.thin(frame, Blob(1, 3), ~u64{0}, 2, 0)), (Bytes{1, 2, 3}));
    EXPECT_FALSE(made.thin(frame, Blob(1, 9), 1, 0, 0).has_value());
    EXPECT_FALSE(made.thin(frame, Blob(0, MadeBytes::bytes_max + 1), 1, 1, 0).has_value());
    Blob const once = *made.thin(frame, Blob(0, 10), 1, 2, 0);
    EXPECT_EQ(bytes_of(*made.thin(frame, once, 1, 2, 1)), (Bytes{0, 4, 8}));
}

TEST_F(RouterPlanpBlob, a_sum_is_the_same_however_the_bytes_lie) {
    Bytes const all = net::testing::bytes_of(frame);
    for (u32 first = 0; first < 10; ++first) {
        EXPECT_EQ(made.sum(frame, Blob(first, 10 - first)),
                  folded(sum_of(all.data() + first, 10 - first)))
            << first;
    }
    Bytes const large = net::testing::pattern(2000);
    Message const message = buffers.message(net::testing::first(large, 1500));
    EXPECT_EQ(made.sum(message, Blob(0, 1500)), folded(sum_of(large.data(), 1500)));
}

} // namespace
} // namespace flat::router::planp
