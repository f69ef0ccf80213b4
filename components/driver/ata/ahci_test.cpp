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

class DriverAhci : public driver::testing::DiskTest<driver::testing::FirstDisk<Ahci>, FakeAhci> {
protected:
    void start() { DiskTest::start({.timeout_ms = 1000}); }

    /// Starts a controller with two disks.
    void start_two() {
        device.second.is_there = true;
        device.second.identity = identity_of(1000);
        start();
        ASSERT_EQ(disk->count(), 2u);
    }
    block::Disk& other() { return *disk->disk(1).value(); }

    void read_other(TestRequest& request, u64 sector) {
        request.segments = memory_of({512});
        request.set_read(sector, {request.segments.data(), 1});
        other().submit(request);
        deliver();
    }
};

class DriverAhciWithThread : public DriverAhci {
protected:
    DriverAhciWithThread() { threads = &thread; }
    ~DriverAhciWithThread() override { disk.reset(); }

    driver::testing::LaterThread thread;
};

TEST_F(DriverAhciWithThread, what_is_silent_is_reset_by_the_thread_and_interrupts_go_on) {
    start_two();
    device.keeps = true;
    TestRequest late, waiting, current;
    read(late, 4, {512});
    read(waiting, 5, {512});
    u32 const resets = device.line_resets;
    alarms.pass_ms(1200);
    EXPECT_EQ(device.line_resets, resets) << "not in an interrupt";
    EXPECT_EQ(late.ends, 0u) << "its memory is still the device's";
    device.latch();
    device.raise(0);
    EXPECT_FALSE(device.holds_line());
    read_other(current, 5);
    EXPECT_TRUE(current.outcome().is_ok());
    device.keeps = false;
    thread.run();
    EXPECT_EQ(device.line_resets, resets + 1);
    EXPECT_EQ(late.code(), DiskError::timed_out);
    deliver();
    EXPECT_TRUE(waiting.outcome().is_ok());
    expect_works();
}

TEST_F(DriverAhciWithThread, an_interrupt_before_a_port_goes_on_does_not_hold_the_line) {
    start();
    device.keeps = true;
    TestRequest late;
    read(late, 4, {512});
    alarms.pass_ms(1200);
    device.keeps = false;
    u32 interrupts = 0;
    device.on_enable = [&] {
        ++interrupts;
        device.latch();
        device.raise(0);
        EXPECT_FALSE(device.holds_line()) << "nobody gets to do anything else";
    };
    thread.run();
    EXPECT_EQ(interrupts, 1u);
    EXPECT_EQ(late.code(), DiskError::timed_out);
    expect_works();
}

TEST_F(DriverAhciWithThread, a_reset_of_all_is_made_by_the_thread_and_nothing_is_begun_before) {
    start_two();
    device.keeps = device.second.keeps = true;
    device.stops = false;
    TestRequest late, current, waiting;
    read(late, 4, {512});
    alarms.pass_ms(900);
    read_other(current, 5);
    read_other(waiting, 6);
    alarms.pass_ms(300);
    EXPECT_EQ(device.reset_count, 1u);
    thread.run();
    EXPECT_EQ(device.reset_count, 2u);
    EXPECT_EQ(late.code(), DiskError::timed_out);
    EXPECT_EQ(current.code(), DiskError::reset);
    EXPECT_EQ(waiting.ends, 0u);
    device.second.go_on();
    EXPECT_TRUE(waiting.outcome().is_ok());
    device.go_on();
    expect_works();
}

TEST_F(DriverAhciWithThread, a_driver_that_ends_before_its_thread_runs_ends_what_it_had) {
    start();
    device.keeps = true;
    TestRequest late;
    read(late, 4, {512});
    alarms.pass_ms(1200);
    u32 const resets = device.line_resets;
    disk.reset();
    EXPECT_EQ(late.code(), DiskError::no_disk);
    EXPECT_EQ(device.line_resets, resets) << "it is not kept from ending by that";
    EXPECT_FALSE(thread.has_body()) << "which is no more";
}

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
    EXPECT_EQ(device.line_resets, 2u);
    EXPECT_EQ(device.reset_count, 1u) << "other disks are not reset";
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

TEST_F(DriverAhci, each_port_has_a_disk_of_its_own_in_the_order_of_ports) {
    start_two();
    EXPECT_EQ(disk->geometry().sectors, 2048u);
    EXPECT_EQ(other().geometry().sectors, 1000u);
    EXPECT_EQ(disk->disk(2).error().code, DiskError::no_disk);
    device.second.contents = block::testing::pattern(1000 * 512);
    TestRequest request;
    read_other(request, 999);
    EXPECT_TRUE(request.outcome().is_ok());
    EXPECT_EQ(bytes_of(request),
              Bytes(device.second.contents.end() - 512, device.second.contents.end()));
    read_other(request, 1000);
    EXPECT_EQ(request.code(), DiskError::out_of_range);
    expect_writes();
}

TEST_F(DriverAhci, disks_work_beside_each_other_and_a_silent_one_does_not_disturb) {
    start_two();
    device.keeps = true;
    device.second.bad_sector = 9;
    TestRequest silent, good, bad;
    read(silent, 4, {512});
    read_other(good, 8);
    read_other(bad, 9);
    EXPECT_EQ(silent.ends, 0u);
    EXPECT_TRUE(good.outcome().is_ok());
    EXPECT_EQ(bad.code(), DiskError::medium);
    EXPECT_EQ(bad.failed_sector(), 9u);
    device.second.keeps = true;
    alarms.pass_ms(900);
    read_other(good, 7);
    alarms.pass_ms(300);
    EXPECT_EQ(silent.code(), DiskError::timed_out);
    EXPECT_EQ(silent.failed_sector(), 4u);
    EXPECT_EQ(good.ends, 1u) << "its time is not over";
    device.second.go_on();
    EXPECT_EQ(good.ends, 2u);
    EXPECT_TRUE(good.outcome().is_ok());
    EXPECT_EQ(device.second.line_resets, 1u);
    device.keeps = false;
    expect_works();
}

TEST_F(DriverAhci, a_port_that_does_not_stop_has_all_reset_and_the_others_go_on) {
    start_two();
    device.keeps = device.second.keeps = true;
    device.stops = false;
    TestRequest late, current, waiting;
    read(late, 4, {512});
    alarms.pass_ms(900);
    read_other(current, 5);
    read_other(waiting, 6);
    alarms.pass_ms(300);
    EXPECT_EQ(device.reset_count, 2u);
    EXPECT_EQ(late.code(), DiskError::timed_out);
    EXPECT_EQ(current.code(), DiskError::reset);
    EXPECT_EQ(current.failed_sector(), 5u);
    EXPECT_EQ(waiting.ends, 0u);
    device.second.go_on();
    EXPECT_TRUE(waiting.outcome().is_ok());
    device.go_on();
    expect_works();
}

TEST_F(DriverAhci, a_controller_that_cannot_even_be_reset_loses_its_way_to_memory) {
    start_two();
    device.keeps = device.second.keeps = true;
    device.stops = device.resets = false;
    TestRequest late, current, waiting;
    read(late, 4, {512});
    read_other(current, 5);
    read_other(waiting, 6);
    alarms.pass_ms(1200);
    EXPECT_FALSE(device.accesses_memory());
    EXPECT_EQ(late.code(), DiskError::timed_out);
    EXPECT_EQ(current.code(), DiskError::no_disk);
    EXPECT_EQ(waiting.code(), DiskError::no_disk);
    EXPECT_EQ(other().geometry().sectors, 0u);
    expect_no_disk();
}

TEST_F(DriverAhci, a_disk_that_is_gone_leaves_the_others_their_places) {
    start_two();
    device.keeps = true;
    TestRequest request;
    read(request, 4, {512});
    device.is_there = false;
    alarms.pass_ms(1200);
    EXPECT_EQ(request.code(), DiskError::timed_out);
    EXPECT_NE(log.text.find("the disk at port 2 is gone"), std::string::npos);
    expect_no_disk();
    read_other(request, 5);
    EXPECT_TRUE(request.outcome().is_ok());
    EXPECT_EQ(other().geometry().sectors, 1000u);
}

TEST_F(DriverAhci, causes_of_ports_without_a_disk_are_withdrawn) {
    start();
    device.second.latch();
    device.raise(0);
    EXPECT_FALSE(device.second.holds_line());
    expect_works();
}

TEST_F(DriverAhci, a_port_that_is_stopped_holds_no_line) {
    start();
    device.latch();
    disk.reset();
    EXPECT_FALSE(device.holds_line());
}

TEST_F(DriverAhci, what_is_no_disk_keeps_no_memory) {
    start();
    usize const for_one = memory.count();
    disk.reset();
    device.second.is_there = true;
    device.second.signature = 0xeb14'0101; // a drive for discs
    start();
    EXPECT_EQ(disk->count(), 1u);
    EXPECT_EQ(memory.count(), for_one);
    expect_works();
}

TEST_F(DriverAhci, a_medium_that_can_be_removed_is_told) {
    start();
    EXPECT_FALSE(disk->geometry().is_removable);
    disk.reset();
    device.identity[0] |= 1u << 7;
    start();
    EXPECT_TRUE(disk->geometry().is_removable);
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
