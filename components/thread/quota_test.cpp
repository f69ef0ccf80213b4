// SPDX-License-Identifier: BSD-2-Clause
// Tests of limits of threads.
#include <thread/quota.hpp>

#include <gtest/gtest.h>

namespace flat::thread {
namespace {

class Made final : public Quota {
public:
    using Quota::Quota;
};

TEST(ThreadQuota, gives_as_many_as_it_says_and_again_what_came_back) {
    Made quota{{}, {.threads = 3}};
    for (u32 i = 0; i < 3; ++i)
        EXPECT_TRUE(quota.take());
    EXPECT_FALSE(quota.take());
    EXPECT_FALSE(quota.take());
    EXPECT_EQ(quota.used(), 3u);
    quota.give_back();
    EXPECT_EQ(quota.used(), 2u);
    EXPECT_TRUE(quota.take());
    EXPECT_FALSE(quota.take());
}

} // namespace
} // namespace flat::thread
