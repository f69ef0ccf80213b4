// SPDX-License-Identifier: BSD-2-Clause
// Tests of the errors that a socket keeps: no more than there is room for, the oldest first.
#include <unix/sockets/kept_errors.hpp>

#include <gtest/gtest.h>

namespace flat::unix::sockets {
namespace {

net::SocketStates::Failure failure(u16 port) {
    return {{0x0a000001, port}, {}, 0};
}

TEST(UnixKeptErrors, the_oldest_is_taken_first_and_of_none_nothing) {
    KeptErrors errors;
    EXPECT_FALSE(errors.take());
    ASSERT_TRUE(errors.add(failure(1)));
    ASSERT_TRUE(errors.add(failure(2)));
    EXPECT_EQ(errors.take()->destination.port, 1);
    EXPECT_EQ(errors.first().destination.port, 2);
    EXPECT_EQ(errors.take()->destination.port, 2);
    EXPECT_FALSE(errors.take());
    EXPECT_TRUE(errors.is_empty());
}

TEST(UnixKeptErrors, one_too_many_is_not_kept) {
    KeptErrors errors;
    for (u16 i = 0; i < KeptErrors::errors_max; ++i)
        EXPECT_TRUE(errors.add(failure(i)));
    EXPECT_TRUE(errors.is_full());
    EXPECT_FALSE(errors.add(failure(99)));
    EXPECT_EQ(errors.take()->destination.port, 0);
    ASSERT_TRUE(errors.add(failure(77)));
    u16 last = 0;
    while (auto const each = errors.take())
        last = each->destination.port;
    EXPECT_EQ(last, 77);
    ASSERT_TRUE(errors.add(failure(1)));
    errors.clear();
    EXPECT_TRUE(errors.is_empty());
}

} // namespace
} // namespace flat::unix::sockets
