// SPDX-License-Identifier: BSD-2-Clause
// Tests of the results that a caching binding keeps.
#include <bindings/caching/results.hpp>

#include <gtest/gtest.h>

namespace flat::bindings::caching {
namespace {

struct Arguments {
    u32 first;
    u32 second;
    friend bool operator==(Arguments const&, Arguments const&) = default;
};

/// Asks for a sum, and says how often it was computed.
class CachingResults : public ::testing::Test {
protected:
    u64 sum(u32 first, u32 second) {
        return results.get({first, second}, [&] {
            ++computed;
            return u64{first} + second;
        });
    }

    Results<Arguments, u64, 2> results;
    u32 computed = 0;
};

TEST_F(CachingResults, are_computed_once) {
    EXPECT_EQ(sum(1, 2), 3u);
    EXPECT_EQ(sum(1, 2), 3u);
    EXPECT_EQ(computed, 1u);
}

TEST_F(CachingResults, depend_on_every_argument) {
    EXPECT_EQ(sum(1, 2), 3u);
    EXPECT_EQ(sum(2, 2), 4u);
    EXPECT_EQ(computed, 2u);
    EXPECT_EQ(sum(1, 2), 3u);
    EXPECT_EQ(computed, 2u);
}

TEST_F(CachingResults, give_way_the_oldest_first) {
    sum(1, 1);
    sum(2, 2);
    sum(3, 3); // in the place of the first
    EXPECT_EQ(computed, 3u);
    sum(2, 2);
    sum(3, 3);
    EXPECT_EQ(computed, 3u);
    sum(1, 1); // in the place of the second
    sum(3, 3);
    EXPECT_EQ(computed, 4u);
    sum(2, 2);
    EXPECT_EQ(computed, 5u);
}

enum class Error : u8 { busy };

TEST(CachingFailures, are_not_kept) {
    Results<u32, Result<u64, Error>, 4> results;
    EXPECT_EQ(results.get(7, [] { return Result<u64, Error>(Error::busy); }).error(), Error::busy);
    EXPECT_EQ(results.get(7, [] { return Result<u64, Error>(u64{49}); }).value(), 49u);
    EXPECT_EQ(results.get(7, [] { return Result<u64, Error>(Error::busy); }).value(), 49u);
}

struct None {
    friend bool operator==(None const&, None const&) = default;
};

TEST(CachingWithoutArguments, is_one_result) {
    Results<None, bool, 1> results;
    EXPECT_TRUE(results.get({}, [] { return true; }));
    EXPECT_TRUE(results.get({}, [] { return false; }));
}

} // namespace
} // namespace flat::bindings::caching
