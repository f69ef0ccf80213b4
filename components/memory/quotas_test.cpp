// SPDX-License-Identifier: BSD-2-Clause
// Tests of frames with limits.
#include <memory/quotas.hpp>

#include <core/top.hpp>
#include <flat/memory/allocator.hpp>
#include <flat/memory/quota.hpp>
#include <memory/slabs.hpp>
#include <memory/testing.hpp>

#include <gtest/gtest.h>
#include <vector>

namespace flat::memory {
namespace {

using domain::page_size;

class MemoryQuotas : public ::testing::Test {
protected:
    Quota& quota_of(Frames& source, usize pages) {
        return *quotas.create(source, pages * page_size).value();
    }

    testing::FakeFrames frames;
    Slabs objects{{.frames = frames}, {}};
    Quotas quotas{{.objects = objects}, {}};
};

TEST_F(MemoryQuotas, gives_no_more_than_its_limit_and_the_same_again_when_it_came_back) {
    Quota& quota = quota_of(frames, 3);
    paddr const two = quota.allocate(1).value();
    paddr const one = quota.allocate(0).value();
    EXPECT_EQ(quota.used_bytes(), 3 * page_size);
    EXPECT_EQ(quota.allocate(0).error().code, MemoryError::Code::out_of_memory);
    quota.free(two, 1);
    EXPECT_EQ(quota.free_bytes(), 2 * page_size);
    EXPECT_EQ(quota.allocate(2).error().code, MemoryError::Code::out_of_memory);
    quota.free(quota.allocate(1).value(), 1);
    quota.free(one, 0);
    EXPECT_EQ(quota.used_bytes(), 0u);
    quota.release();
}

TEST_F(MemoryQuotas, what_the_source_refuses_is_not_counted) {
    Quota& small = quota_of(frames, 2);
    Quota& quota = quota_of(small, 100);
    EXPECT_EQ(quota.free_bytes(), 2 * page_size);
    EXPECT_TRUE(quota.allocate(5).is_error());
    EXPECT_TRUE(quota.reserve(0, page_size).is_error());
    EXPECT_EQ(quota.allocate(~0u).error().code, MemoryError::Code::invalid);
    EXPECT_EQ(quota.used_bytes(), 0u);
    EXPECT_EQ(small.used_bytes(), 0u);
    quota.release();
    small.release();
}

TEST_F(MemoryQuotas, a_quota_of_a_quota_counts_in_both) {
    Quota& outer = quota_of(frames, 4);
    Quota& inner = quota_of(outer, 100);
    Quota& neighbour = quota_of(outer, 2);
    paddr const block = inner.allocate(1).value();
    paddr const other = neighbour.allocate(1).value();
    EXPECT_TRUE(inner.allocate(0).is_error());
    EXPECT_EQ(outer.used_bytes(), 4 * page_size);
    EXPECT_EQ(inner.used_bytes(), 2 * page_size);
    neighbour.free(other, 1);
    inner.free(block, 1);
    for (Quota* each : {&inner, &neighbour, &outer})
        each->release();
}

TEST_F(MemoryQuotas, a_limit_below_what_is_out_stops_further_taking_only) {
    Quota& quota = quota_of(frames, 4);
    paddr const block = quota.allocate(1).value();
    quota.set_limit(page_size);
    EXPECT_EQ(quota.free_bytes(), 0u);
    EXPECT_TRUE(quota.allocate(0).is_error());
    quota.free(block, 1);
    EXPECT_EQ(quota.free_bytes(), page_size);
    quota.release();
}

TEST_F(MemoryQuotas, thousands_made_and_released_leave_nothing_taken) {
    u64 const before = frames.taken_bytes();
    for (int round = 0; round < 3; ++round) {
        std::vector<Quota*> all;
        for (int i = 0; i < 2000; ++i)
            all.push_back(&quota_of(frames, 1));
        for (Quota* each : all)
            each->release();
    }
    EXPECT_LE(frames.taken_bytes(), before + page_size); // a slab stays for the next ones
}

TEST_F(MemoryQuotas, a_quota_is_frames_and_a_resource) {
    Quota& quota = quota_of(frames, 1);
    EXPECT_EQ(narrow_to<Frames>(quota), &quota);
    EXPECT_EQ(narrow_to<core::AbstractResource>(quota), &quota);
    EXPECT_EQ(narrow_to<Allocator>(quota), nullptr);
    quota.release();
}

} // namespace
} // namespace flat::memory
