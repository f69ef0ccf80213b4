// SPDX-License-Identifier: BSD-2-Clause
// Tests of disks of IDE, over a controller that does right and wrong.
#include <driver/ata/ide.hpp>

#include <driver/ata/ide/testing.hpp>
#include <driver/disks/testing.hpp>

namespace flat::driver::ata {
namespace {

using block::DiskError;
using testing::Bytes;
using testing::FakeIde;
using testing::identity_of;
using testing::narrow_identity_of;

class DriverIde : public driver::testing::DiskTest<driver::testing::FirstDisk<Ide>, FakeIde> {
protected:
    void start(bool by_dma = true) { DiskTest::start({.timeout_ms = 1000, .by_dma = by_dma}); }

    void read_of(u32 index, TestRequest& request, u64 sector) {
        request.segments = memory_of({512});
        request.set_read(sector, {request.segments.data(), 1});
        disk->disk(index).value()->submit(request);
        deliver();
    }

    /// All ways in which data are moved, and addresses told.
    template<class Test>
    void in_all_ways(Test test) {
        for (bool const by_dma : {true, false})
            for (Bytes const& each : {identity_of(2048), narrow_identity_of(2048)}) {
                device.identity = each;
                start(by_dma);
                device.commands.clear();
                test();
                disk.reset();
            }
    }
};

class DriverIdeWithThread : public DriverIde {
protected:
    DriverIdeWithThread() { threads = &thread; }
    ~DriverIdeWithThread() override { disk.reset(); }

    driver::testing::LaterThread thread;
};

TEST_F(DriverIdeWithThread, what_is_silent_is_reset_by_the_thread_and_the_other_channel_works) {
    device.second.is_there = true;
    start();
    device.second.keeps = true;
    TestRequest silent, waiting;
    read_of(1, silent, 4);
    read_of(1, waiting, 5);
    alarms.pass_ms(1200);
    EXPECT_EQ(device.second.reset_count, 1u) << "not in an interrupt";
    EXPECT_EQ(silent.ends, 0u) << "its memory is still the device's";
    device.second.is_raised = true; // an edge that nobody waits for
    expect_writes();
    device.second.keeps = false;
    thread.run();
    EXPECT_EQ(device.second.reset_count, 2u);
    EXPECT_EQ(device.reset_count, 1u);
    EXPECT_EQ(silent.code(), DiskError::timed_out);
    deliver();
    EXPECT_TRUE(waiting.outcome().is_ok());
    expect_works();
}

TEST_F(DriverIdeWithThread, the_end_does_not_wait_for_what_is_silent) {
    start();
    device.keeps = true;
    TestRequest late;
    read(late, 4, {512});
    alarms.pass_ms(1200);
    disk.reset();
    EXPECT_EQ(late.ends, 1u);
    EXPECT_FALSE(thread.has_body());
}

TEST_F(DriverIde, reads_and_writes_sectors_by_either_way_with_either_address) {
    std::vector<u8> commands;
    in_all_ways([&] {
        EXPECT_EQ(disk->geometry().sectors, 2048u);
        expect_writes();
        commands.insert(commands.end(), device.commands.begin(), device.commands.end());
    });
    EXPECT_EQ(commands, (std::vector<u8>{0x25, 0x35, 0xc8, 0xca, 0x24, 0x34, 0x20, 0x30}));
}

TEST_F(DriverIde, a_disk_that_is_the_second_or_has_no_bus_master_works_as_well) {
    device.number = 1;
    start();
    expect_writes();
    disk.reset();
    device.has_master = false;
    start();
    expect_writes();
    EXPECT_EQ(device.commands.back(), 0x34);
    disk.reset();
    device.has_master = true;
    device.identity[2 * 49 + 1] &= u8(~1u); // no DMA
    start();
    expect_writes();
    EXPECT_EQ(device.commands.back(), 0x34);
}

TEST_F(DriverIde, a_reset_that_takes_its_time_is_waited_for) {
    start();
    expect_works(); // what is left in its registers is no signature
    disk.reset();
    device.reset_delay = 100;
    start();
    expect_works();
}

TEST_F(DriverIde, a_forced_write_is_flushed_before_it_ends) {
    std::vector<u8> flushes;
    in_all_ways([&] {
        TestRequest request;
        write(request, 7, 512, true);
        EXPECT_EQ(request.ends, 1u);
        EXPECT_TRUE(request.outcome().is_ok());
        EXPECT_EQ(device.commands.size(), 2u);
        request.set_flush();
        submit(request);
        EXPECT_EQ(request.ends, 2u);
        flushes.push_back(device.commands.back());
    });
    EXPECT_EQ(flushes, (std::vector<u8>{0xea, 0xe7, 0xea, 0xe7}));
}

TEST_F(DriverIde, memory_is_told_in_parts_that_cross_no_boundary) {
    device.contents = block::testing::pattern(1 << 20);
    start();
    auto const wide = memory.allocate(5).value(); // 128 KiB
    TestRequest request;
    u64 const from = ide_boundary - 512;
    request.segments = {{pointer_to<u8>(wide.address + from), wide.physical + from, ide_boundary}};
    request.set_read(3, {request.segments.data(), 1});
    submit(request);
    EXPECT_TRUE(request.outcome().is_ok());
    EXPECT_EQ(bytes_of(request), Bytes(device.contents.begin() + 3 * 512,
                                       device.contents.begin() + 3 * 512 + ide_boundary));
    memory.free(wide);
}

TEST_F(DriverIde, what_cannot_be_is_refused_before_the_disk_learns_of_it) {
    device.identity = narrow_identity_of(2048);
    start();
    device.commands.clear();
    TestRequest request;
    read(request, 2047, {512, 512});
    EXPECT_EQ(request.code(), DiskError::out_of_range);
    for (paddr const physical : {data.physical + 1, paddr{1} << 32}) { // odd, out of reach
        request.segments = {{pointer_to<u8>(data.address), physical, 512}};
        request.set_read(0, {request.segments.data(), 1});
        submit(request);
        EXPECT_EQ(request.code(), DiskError::invalid);
    }
    request.segments.assign(3, {pointer_to<u8>(data.address), data.physical, 64 << 10});
    request.set_read(0, {request.segments.data(), 3}); // above 256 sectors
    submit(request);
    EXPECT_EQ(request.code(), DiskError::invalid);
    EXPECT_TRUE(device.commands.empty());
}

TEST_F(DriverIde, requests_wait_for_each_other_and_are_done_in_their_order) {
    in_all_ways([&] { expect_waiting_in_order(); });
}

TEST_F(DriverIde, a_bad_sector_is_told_and_the_disk_goes_on) {
    in_all_ways([&] {
        u32 const resets = device.reset_count;
        TestRequest request;
        device.bad_sector = 7;
        read(request, 5, {512, 512, 1024});
        EXPECT_EQ(request.code(), DiskError::medium);
        EXPECT_EQ(request.failed_sector(), 7u);
        write(request, 6, 1024);
        EXPECT_EQ(request.code(), DiskError::medium);
        EXPECT_EQ(request.failed_sector(), 7u);
        device.told = 1'000'000; // not in the request
        read(request, 5, {512, 512, 1024});
        EXPECT_EQ(request.failed_sector(), 5u);
        EXPECT_EQ(device.reset_count, resets);
        device.told.reset();
        device.bad_sector.reset();
        expect_works();
    });
}

TEST_F(DriverIde, what_the_controller_says_against_itself_is_not_believed) {
    start();
    TestRequest request;
    for (u8 const wrong : {ide_master_bits::ERROR, ide_master_bits::ACTIVE}) {
        device.wrong_master = wrong;
        read(request, 5, {512});
        EXPECT_EQ(request.code(), DiskError::misbehaves);
    }
    device.wrong_master = 0;
    device.wrong_status = ata_status::DF;
    read(request, 5, {512});
    EXPECT_EQ(request.code(), DiskError::misbehaves);
    device.wrong_status = 0;
    expect_works();
    disk.reset();
    start(false);
    device.wrong_status = ata_status::DRQ; // it wants more than there is
    write(request, 5, 512);
    EXPECT_EQ(request.code(), DiskError::reset);
    device.wrong_status = 0;
    expect_works();
}

TEST_F(DriverIde, an_interrupt_that_was_lost_delays_only) {
    in_all_ways([&] { expect_lost_interrupts_made_up_for(); });
    EXPECT_EQ(device.reset_count, 4u);
}

TEST_F(DriverIde, what_never_ends_is_an_error_after_some_time) {
    in_all_ways([&] { expect_time_out(); });
}

TEST_F(DriverIde, a_disk_that_does_not_come_back_from_a_reset_is_gone) {
    start();
    expect_gone_after_reset();
}

TEST_F(DriverIde, what_cannot_be_started_is_no_disk) {
    auto const expect_refused = [&](auto& place, auto value) {
        auto const before = std::exchange(place, value);
        start();
        expect_no_disk();
        disk.reset();
        log.text.clear();
        place = before;
    };
    expect_refused(device.is_there, false);
    expect_refused(device.has_channel, false);
    expect_refused(device.resets, false);
    expect_refused(device.signature, u8(0xeb)); // a drive for discs
    expect_refused(device.answers, false);
    expect_refused(device.identity, Bytes(512));
    expect_refused(device.identity, Bytes(512, 0xff));
    expect_refused(device.identity, narrow_identity_of(0));
    expect_refused(device.identity, narrow_identity_of(1 << 28 | 1));
    expect_refused(device.identity, identity_of(~u64(0)));
    expect_refused(memory.limit, usize{1});
    start();
    expect_works();
}

TEST_F(DriverIde, both_channels_have_two_disks_in_their_order) {
    device.neighbour = block::testing::pattern(1000 * 512);
    device.second.is_there = true;
    device.second.contents = Bytes(3000 * 512, 7);
    device.second.identity = identity_of(3000);
    device.second.neighbour = Bytes(2048 * 512, 9);
    in_all_ways([&] {
        ASSERT_EQ(disk->count(), 4u);
        EXPECT_EQ(disk->disk(2).value()->geometry().sectors, 3000u);
        EXPECT_EQ(disk->disk(4).error().code, DiskError::no_disk);
        TestRequest request;
        read_of(2, request, 2999);
        EXPECT_EQ(bytes_of(request), Bytes(512, 7));
        read_of(3, request, 3);
        EXPECT_EQ(bytes_of(request), Bytes(512, 9));
        read_of(1, request, 999);
        EXPECT_EQ(bytes_of(request), Bytes(device.neighbour->end() - 512, device.neighbour->end()));
        expect_writes();
    });
}

TEST_F(DriverIde, disks_of_a_channel_have_their_turns) {
    device.neighbour = Bytes(2048 * 512, 9);
    start();
    device.keeps = true;
    std::deque<TestRequest> requests(4);
    read_of(0, requests[0], 1);
    read_of(0, requests[1], 2);
    read_of(0, requests[2], 3);
    read_of(1, requests[3], 4);
    std::vector<u32> order;
    while (order.size() < 4) {
        std::vector<u32> const before{requests[0].ends, requests[1].ends, requests[2].ends,
                                      requests[3].ends};
        device.go_on_once();
        for (u32 i = 0; i < 4; ++i)
            if (requests[i].ends != before[i]) order.push_back(i);
    }
    EXPECT_EQ(order, (std::vector<u32>{0, 3, 1, 2}));
    device.keeps = false;
}

TEST_F(DriverIde, a_silent_channel_does_not_disturb_the_other) {
    device.second.is_there = true;
    start();
    device.second.keeps = true;
    TestRequest silent;
    read_of(1, silent, 4);
    expect_writes();
    alarms.pass_ms(1200);
    EXPECT_EQ(silent.code(), DiskError::timed_out);
    EXPECT_EQ(silent.failed_sector(), 4u);
    EXPECT_EQ(device.reset_count, 1u);
    EXPECT_EQ(device.second.reset_count, 2u);
    device.second.is_there = false;
    read_of(1, silent, 5);
    alarms.pass_ms(1200);
    EXPECT_EQ(silent.code(), DiskError::timed_out);
    EXPECT_EQ(disk->disk(1).value()->geometry().sectors, 0u);
    EXPECT_NE(log.text.find("disk 0 at channel 1 is gone"), std::string::npos);
    expect_works();
}

TEST_F(DriverIde, a_silent_disk_is_reset_with_its_neighbour_whose_requests_wait) {
    device.neighbour = Bytes(2048 * 512, 9);
    start();
    device.keeps = true;
    TestRequest silent, waiting;
    read(silent, 4, {512});
    read_of(1, waiting, 5);
    alarms.pass_ms(1200);
    EXPECT_EQ(silent.code(), DiskError::timed_out);
    EXPECT_EQ(waiting.ends, 0u);
    device.go_on();
    EXPECT_TRUE(waiting.outcome().is_ok());
    EXPECT_EQ(bytes_of(waiting), Bytes(512, 9));
    expect_works();
}

TEST_F(DriverIde, whoever_has_one_channel_has_its_disks) {
    device.has_second = false;
    device.second.is_there = true;
    start();
    EXPECT_EQ(disk->count(), 1u);
    expect_works();
}

TEST_F(DriverIde, a_medium_that_can_be_removed_is_told) {
    device.identity[0] |= 1u << 7;
    start();
    EXPECT_TRUE(disk->geometry().is_removable);
    expect_works();
}

TEST_F(DriverIde, survives_a_device_that_does_anything) {
    for (bool const by_dma : {true, false}) {
        start(by_dma);
        auto const misbehave = [&](auto& below) {
            switch (below(6)) {
            case 0:
                device.wrong_status = below(3) == 0 ? u8(below(128)) : u8(0);
                break;
            case 1:
                device.wrong_master = below(3) == 0 ? u8(below(8)) : u8(0);
                break;
            case 2:
                device.bad_sector = below(2100);
                break;
            case 3:
                device.told = below(2100);
                break;
            case 4:
                device.keeps = below(2) == 0;
                if (!device.keeps) device.go_on();
                break;
            default:
                device.loses_interrupts = below(2) == 0;
            }
        };
        expect_survival(20261126, misbehave, [&] {
            device.wrong_status = device.wrong_master = 0;
            device.bad_sector.reset();
            device.told.reset();
        });
        disk.reset();
    }
}

} // namespace
} // namespace flat::driver::ata
