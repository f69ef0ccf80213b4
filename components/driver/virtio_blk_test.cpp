// SPDX-License-Identifier: BSD-2-Clause
// Tests of disks of virtio, over a device that does right and wrong.
#include <driver/virtio_blk.hpp>

#include <driver/disks/testing.hpp>
#include <driver/virtio/block/testing.hpp>

namespace flat::driver {
namespace {

using block::DiskError;
using block::testing::pattern;
using testing::Bytes;
using testing::FakeVirtioBlk;

class DriverVirtioBlk : public testing::DiskTest<VirtioBlk, FakeVirtioBlk> {
protected:
    void start(u32 requests = 8) { DiskTest::start({.requests = requests, .timeout_ms = 1000}); }
};

TEST_F(DriverVirtioBlk, reads_and_writes_sectors_by_messages_or_by_the_line) {
    for (bool const has_messages : {true, false}) {
        device.has_messages = has_messages;
        start();
        EXPECT_EQ(disk->geometry().sectors, 2048u);
        EXPECT_EQ(disk->geometry().segments_max, 4u);
        expect_writes();
        disk.reset();
    }
}

TEST_F(DriverVirtioBlk, a_forced_write_is_flushed_before_it_ends) {
    start();
    TestRequest request;
    write(request, 7, 512, true);
    EXPECT_EQ(request.ends, 1u);
    EXPECT_TRUE(request.outcome().is_ok());
    EXPECT_EQ(device.kinds, (std::vector<u32>{VIRTIO_BLK_T_OUT, VIRTIO_BLK_T_FLUSH}));
    request.set_flush();
    disk->submit(request);
    EXPECT_EQ(device.flushes, 2u);
    device.offered &= ~VIRTIO_BLK_F_FLUSH; // without a cache there is nothing to flush
    disk.reset();
    start();
    write(request, 7, 512, true);
    request.set_flush();
    disk->submit(request);
    EXPECT_EQ(request.ends, 4u);
    EXPECT_EQ(device.flushes, 2u);
}

TEST_F(DriverVirtioBlk, sectors_are_as_large_as_the_device_says) {
    device.offered |= VIRTIO_BLK_F_BLK_SIZE;
    device.block_bytes = 4096;
    start();
    EXPECT_EQ(disk->geometry().sector_bytes, 4096u);
    EXPECT_EQ(disk->geometry().sectors, 256u);
    device.contents = pattern(device.contents.size());
    TestRequest request;
    read(request, 2, {4096});
    auto const from = device.contents.begin() + 8192;
    EXPECT_EQ(bytes_of(request), Bytes(from, from + 4096));
    read(request, 0, {512});
    EXPECT_EQ(request.code(), DiskError::invalid);
}

TEST_F(DriverVirtioBlk, what_cannot_be_is_refused_before_the_device_learns_of_it) {
    device.offered |= VIRTIO_BLK_F_RO;
    start();
    TestRequest request;
    auto const expect = [&](DiskError::Code code) {
        EXPECT_EQ(request.code(), code);
        EXPECT_TRUE(device.kinds.empty());
    };
    read(request, 2048, {512});
    expect(DiskError::out_of_range);
    read(request, ~u64(0), {512});
    expect(DiskError::out_of_range);
    read(request, 2047, {512, 512});
    expect(DiskError::out_of_range);
    EXPECT_EQ(request.failed_sector(), 2047u);
    read(request, 0, {100});
    expect(DiskError::invalid);
    read(request, 0, {});
    expect(DiskError::invalid);
    read(request, 0, {512, 512, 512, 512, 512});
    expect(DiskError::invalid);
    write(request, 0, 512);
    expect(DiskError::read_only);
    EXPECT_EQ(request.ends, 7u);
}

TEST_F(DriverVirtioBlk, more_than_the_device_takes_waits_and_all_of_it_is_done) {
    device.queue_size = 8;
    start(3);
    expect_waiting_in_order(20);
}

TEST_F(DriverVirtioBlk, a_request_may_submit_itself_again_when_it_has_ended) {
    start();
    TestRequest request;
    request.then = [&] {
        if (request.ends < 10) disk->submit(request);
    };
    read(request, 1, {512});
    EXPECT_EQ(request.ends, 10u);
}

TEST_F(DriverVirtioBlk, errors_of_the_device_reach_the_caller_with_the_sector) {
    start();
    TestRequest request;
    device.status = VIRTIO_BLK_S_IOERR;
    read(request, 5, {512, 512});
    EXPECT_EQ(request.code(), DiskError::medium);
    EXPECT_EQ(request.failed_sector(), 5u);
    device.status = VIRTIO_BLK_S_UNSUPP;
    write(request, 6, 512);
    EXPECT_EQ(request.code(), DiskError::medium);
    device.status = 77;
    read(request, 5, {512});
    EXPECT_EQ(request.code(), DiskError::misbehaves);
    device.sets_status = false;
    read(request, 5, {512});
    EXPECT_EQ(request.code(), DiskError::misbehaves);
    device.sets_status = true;
    device.status = VIRTIO_BLK_S_OK;
    expect_works();
}

TEST_F(DriverVirtioBlk, lengths_that_cannot_be_are_not_believed) {
    start();
    TestRequest request;
    for (u32 const bytes : {0u, 1u, 512u, 1024u, 1026u, 0xffff'ffffu}) {
        device.claimed_bytes = bytes;
        read(request, 5, {512, 512});
        EXPECT_EQ(request.code(), DiskError::misbehaves) << bytes;
        u64 const done = bytes <= 1024 ? bytes / 512 : 0;
        EXPECT_EQ(request.failed_sector(), 5 + done) << bytes;
    }
    device.claimed_bytes = 2;
    write(request, 5, 512);
    EXPECT_EQ(request.code(), DiskError::misbehaves);
    device.claimed_bytes.reset();
    expect_works();
}

TEST_F(DriverVirtioBlk, an_interrupt_that_was_lost_delays_only) {
    start();
    expect_lost_interrupts_made_up_for();
    EXPECT_EQ(device.resets, 1u);
}

TEST_F(DriverVirtioBlk, what_never_ends_is_an_error_after_some_time) {
    start(2);
    device.keeps = true;
    std::deque<TestRequest> requests(3);
    read(requests[0], 4, {512});
    alarms.pass_ms(500);
    read(requests[1], 5, {512});
    read(requests[2], 6, {512});
    EXPECT_EQ(requests[0].ends, 0u);
    alarms.pass_ms(750);
    ASSERT_EQ(requests[0].ends, 1u);
    EXPECT_EQ(requests[0].code(), DiskError::timed_out);
    EXPECT_EQ(requests[0].failed_sector(), 4u);
    EXPECT_EQ(requests[1].code(), DiskError::reset);
    EXPECT_EQ(requests[2].ends, 0u); // it waited, and the device has it now
    device.go_on();
    EXPECT_EQ(requests[2].ends, 1u);
    EXPECT_TRUE(requests[2].outcome().is_ok());
    EXPECT_EQ(device.resets, 2u);
    expect_works();
}

TEST_F(DriverVirtioBlk, a_device_that_uses_what_it_was_not_given_is_started_anew) {
    start();
    u32 times = 0;
    for (u32 const id : {3u, 255u, 65536u, 0xffff'ffffu}) {
        device.use(0, id, 100);
        device.jump(0, 0);
        EXPECT_EQ(device.resets, 1 + ++times);
        expect_works();
    }
    TestRequest request;
    device.keeps = true;
    read(request, 1, {512});
    device.jump(0, 30);
    EXPECT_EQ(request.code(), DiskError::reset);
    device.keeps = false;
    expect_works();
}

TEST_F(DriverVirtioBlk, a_device_that_is_another_after_a_reset_gets_only_what_it_can_do) {
    start(1);
    device.keeps = true;
    std::deque<TestRequest> requests(2);
    read(requests[0], 1, {512});
    read(requests[1], 1, {512, 512, 512});
    device.segments_max = 2;
    device.jump(0, 30);
    EXPECT_EQ(requests[0].code(), DiskError::reset);
    EXPECT_EQ(requests[1].code(), DiskError::invalid);
    device.offered = 0;
    read(requests[0], 1, {512});
    device.jump(0, 30);
    EXPECT_EQ(requests[0].code(), DiskError::reset);
    expect_no_disk();
}

TEST_F(DriverVirtioBlk, what_cannot_be_started_is_no_disk) {
    auto const expect_refused = [&](auto const& spoil) {
        auto const queue_size = device.queue_size;
        auto const offered = device.offered;
        spoil();
        start();
        expect_no_disk();
        disk.reset();
        log.text.clear();
        device.queue_size = queue_size;
        device.offered = offered;
        device.missing_structure = 0;
    };
    expect_refused([&] { device.queue_size = 0; });
    expect_refused([&] { device.queue_size = 2; });
    expect_refused([&] { device.offered = 0; });
    for (u32 structure = 1; structure <= 4; ++structure)
        expect_refused([&] { device.missing_structure = structure; });
    for (u32 const bytes : {0u, 511u, 513u, 0x8000'0000u})
        expect_refused([&] {
            device.offered |= VIRTIO_BLK_F_BLK_SIZE;
            device.block_bytes = bytes;
        });
    for (usize const blocks : {1, 2})
        expect_refused([&] { memory.limit = blocks; });
    memory.limit = 1000;
    start();
    expect_works();
}

/// Right and wrong in any order: each request ends once, and nothing else is touched.
TEST_F(DriverVirtioBlk, survives_a_device_that_does_anything) {
    start(4);
    auto const misbehave = [&](auto& below) {
        switch (below(6)) {
        case 0:
            device.use(0, below(20), below(3000));
            break;
        case 1:
            device.jump(0, u16(below(3)));
            break;
        case 2:
            device.claimed_bytes = below(4000);
            break;
        case 3:
            device.claimed_bytes.reset();
            device.status = u8(below(4));
            break;
        case 4:
            device.keeps = below(2) == 0;
            break;
        default:
            device.loses_interrupts = below(2) == 0;
        }
    };
    expect_survival(20260103, misbehave, [&] {
        device.claimed_bytes.reset();
        device.status = VIRTIO_BLK_S_OK;
    });
    EXPECT_GT(device.resets, 50u);
}

} // namespace
} // namespace flat::driver
