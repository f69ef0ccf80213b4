// SPDX-License-Identifier: BSD-2-Clause
// Tests of threads that wait for requests.
#include <core/disk/waiting_request.hpp>

#include <block/testing.hpp>

#include <gtest/gtest.h>

namespace flat {
namespace {

using block::DiskError;
using block::testing::TestDisk;
using block::testing::TestThreads;

class BlockWaitingRequest : public ::testing::Test {
protected:
    BlockWaitingRequest() { request.set_read(3, {&segment, 1}); }

    TestDisk disk;
    TestThreads threads;
    WaitingRequest request{threads};
    u8 room[512] = {};
    DiskRequest::Segment segment{room, 0, 512};
};

TEST_F(BlockWaitingRequest, what_ends_at_once_is_not_waited_for) {
    EXPECT_TRUE(request.run(disk).is_ok());
    EXPECT_EQ(threads.waits, 0u);
}

TEST_F(BlockWaitingRequest, a_thread_waits_until_the_end_whatever_else_is_notified) {
    disk.keeps = true;
    threads.on_wait = [&] {
        if (threads.waits == 3) disk.go_on();
    };
    EXPECT_TRUE(request.run(disk).is_ok());
    EXPECT_EQ(threads.waits, 3u);
}

TEST_F(BlockWaitingRequest, a_thread_that_must_not_wait_stays_until_the_disk_has_let_go) {
    disk.keeps = true;
    threads.gives_up = true;
    threads.on_yield = [&] { disk.go_on(); };
    disk.bad_sector = 3;
    EXPECT_EQ(request.run(disk).error().code, DiskError::medium);
}

} // namespace
} // namespace flat
