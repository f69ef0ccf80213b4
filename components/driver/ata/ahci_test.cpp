// SPDX-License-Identifier: BSD-2-Clause
// Tests of disks of SATA, over a controller that does right and wrong.
#include <driver/ata/ahci.hpp>

#include <driver/ata/testing.hpp>
#include <driver/disks/testing.hpp>

namespace flat::driver::ata {
namespace {

using block::DiskError;
using testing::Bytes;
using testing::FakeAhci;
using testing::identity_of;

class DriverAhci : public driver::testing::DiskTest<Ahci, FakeAhci> {
protected:
    void start() { DiskTest::start({.timeout_ms = 1000}); }
};

TEST_F(DriverAhci, reads_and_writes_sectors) {
    start();
    EXPECT_EQ(disk->geometry().sectors, 2048u);
    expect_writes();
}

TEST_F(DriverAhci, a_forced_write_is_flushed_before_it_ends) {
    start();
    device.commands.clear();
    TestRequest request;
    write(request, 7, 512, true);
    EXPECT_EQ(request.ends, 1u);
    EXPECT_TRUE(request.outcome().is_ok());
    EXPECT_EQ(device.commands, (std::vector<u8>{0x35, 0xea}));
    request.set_flush();
    submit(request);
    EXPECT_EQ(request.ends, 2u);
    EXPECT_EQ(device.commands.size(), 3u);
}

TEST_F(DriverAhci, sectors_are_as_large_as_the_disk_says) {
    device.identity = identity_of(256, 4096);
    start();
    EXPECT_EQ(disk->geometry().sector_bytes, 4096u);
    EXPECT_EQ(disk->geometry().sectors, 256u);
    TestRequest request;
    read(request, 0, {512});
    EXPECT_EQ(request.code(), DiskError::invalid);
}

TEST_F(DriverAhci, what_cannot_be_is_refused_before_the_disk_learns_of_it) {
    start();
    device.commands.clear();
    TestRequest request;
    read(request, 2047, {512, 512});
    EXPECT_EQ(request.code(), DiskError::out_of_range);
    read(request, 0, {100});
    EXPECT_EQ(request.code(), DiskError::invalid);
    for (paddr const physical : {data.physical + 1, paddr{1} << 32}) { // odd, out of reach
        request.segments = {{pointer_to<u8>(data.address), physical, 512}};
        request.set_read(0, {request.segments.data(), 1});
        submit(request);
        EXPECT_EQ(request.code(), DiskError::invalid);
    }
    EXPECT_TRUE(device.commands.empty());
}

TEST_F(DriverAhci, requests_wait_for_each_other_and_are_done_in_their_order) {
    start();
    expect_waiting_in_order();
}

TEST_F(DriverAhci, a_bad_sector_is_told_and_the_disk_goes_on) {
    start();
    TestRequest request;
    device.bad_sector = 7;
    read(request, 5, {512, 512, 1024});
    EXPECT_EQ(request.code(), DiskError::medium);
    EXPECT_EQ(request.failed_sector(), 7u);
    write(request, 7, 512);
    EXPECT_EQ(request.code(), DiskError::medium);
    EXPECT_EQ(request.failed_sector(), 7u);
    EXPECT_EQ(device.reset_count, 1u) << "the port is stopped, and no more";
    device.bad_sector.reset();
    expect_works();
}

TEST_F(DriverAhci, lengths_and_causes_that_cannot_be_are_not_believed) {
    start();
    TestRequest request;
    for (u32 const bytes : {0u, 512u, 1026u, 0xffff'ffffu}) {
        device.claimed_bytes = bytes;
        read(request, 5, {512, 512});
        EXPECT_EQ(request.code(), DiskError::misbehaves) << bytes;
        EXPECT_EQ(request.failed_sector(), bytes == 512 ? 6u : 5u) << bytes;
    }
    device.claimed_bytes.reset();
    device.spurious_causes = ahci_interrupt::HBFS;
    read(request, 5, {512});
    EXPECT_EQ(request.code(), DiskError::misbehaves);
    device.spurious_causes = 0;
    expect_works();
}

TEST_F(DriverAhci, an_interrupt_that_was_lost_delays_only) {
    start();
    expect_lost_interrupts_made_up_for();
    EXPECT_EQ(device.reset_count, 1u);
}

TEST_F(DriverAhci, what_never_ends_is_an_error_after_some_time) {
    start();
    expect_time_out();
    EXPECT_EQ(device.reset_count, 2u);
}

TEST_F(DriverAhci, a_disk_that_does_not_come_back_from_a_reset_is_gone) {
    start();
    expect_gone_after_reset();
}

TEST_F(DriverAhci, what_cannot_be_started_is_no_disk) {
    auto const expect_refused = [&](auto& place, auto value) {
        auto const before = std::exchange(place, value);
        start();
        expect_no_disk();
        disk.reset();
        log.text.clear();
        place = before;
    };
    expect_refused(device.is_there, false);
    expect_refused(device.resets, false);
    expect_refused(device.stops, false);
    expect_refused(device.signature, 0xeb14'0101u); // a drive for discs
    expect_refused(device.identity, Bytes(512));
    expect_refused(device.identity, Bytes(512, 0xff));
    expect_refused(device.identity, identity_of(0));
    expect_refused(device.identity, identity_of(~u64(0)));
    for (u32 const bytes : {0u, 510u, 514u, 0x8000'0000u})
        expect_refused(device.identity, identity_of(100, bytes));
    expect_refused(memory.limit, usize{1});
    start();
    expect_works();
}

TEST_F(DriverAhci, survives_a_device_that_does_anything) {
    start();
    auto const misbehave = [&](auto& below) {
        switch (below(6)) {
        case 0:
            device.spurious_causes = below(3) == 0 ? below(~0u) : 0;
            break;
        case 1:
            device.claimed_bytes = below(4000);
            break;
        case 2:
            device.claimed_bytes.reset();
            break;
        case 3:
            device.bad_sector = below(2100);
            break;
        case 4:
            device.keeps = below(2) == 0;
            if (!device.keeps) device.go_on();
            break;
        default:
            device.loses_interrupts = below(2) == 0;
        }
    };
    expect_survival(20260404, misbehave, [&] {
        device.claimed_bytes.reset();
        device.bad_sector.reset();
        device.spurious_causes = 0;
    });
}

} // namespace
} // namespace flat::driver::ata
