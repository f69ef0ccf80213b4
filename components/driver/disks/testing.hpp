// SPDX-License-Identifier: BSD-2-Clause
// What tests of drivers of disks have in common: a driver over a device that is not there.
#pragma once

#include <block/drive.hpp>
#include <block/testing.hpp>
#include <driver/testing.hpp>
#include <flat/thread/thread.hpp>

#include <deque>
#include <gtest/gtest.h>
#include <optional>
#include <random>

namespace flat::driver::testing {

/// A thread that runs when a test says so, until it would have to wait.
class LaterThread final : public block::testing::TestThreads, public thread::Thread {
public:
    Result<core::AbstractResource*, core::BindingError> create(Span<u8 const>) override {
        return static_cast<core::AbstractResource*>(this);
    }
    void start(Body& body) override { body_ = &body; }
    void join() override { run(); }
    void release() override { body_ = nullptr; }
    void schedule(u8, u32) override {}
    void* narrow(InterfaceId id) override {
        return id == Thread::interface_id ? static_cast<Thread*>(this) : nullptr;
    }
    void run() {
        gives_up = true;
        body_->run();
    }
    bool has_body() const { return body_ != nullptr; }

private:
    Body* body_ = nullptr;
};

/// The first disk of a controller, as an assembly has it.
template<class Controller>
class FirstDisk : public Controller {
public:
    using Controller::Controller;

    block::Disk::Geometry geometry() { return drive_.geometry(); }
    void submit(DiskRequest& request) { drive_.submit(request); }

private:
    class SomeDrive final : public block::Drive {
    public:
        using Drive::Drive;
    };

    SomeDrive drive_{{.disks = *this}, {.number = 0}};
};

/// The driver is `D`, its device `Fake`, a `TestDevice` with `contents` of sectors of 512 bytes,
/// which says by `said_by` how the driver's lines in the log begin.
template<class D, class Fake>
class DiskTest : public ::testing::Test {
protected:
    using TestRequest = block::testing::TestRequest;

    class Disk final : public D {
    public:
        using D::D;
    };

    ~DiskTest() override {
        disk.reset();
        EXPECT_EQ(memory.count(), 1u); // the test's own
        EXPECT_TRUE(alarms.is_idle());
        EXPECT_FALSE(device.is_claimed);
        memory.free(data);
    }

    void start(typename D::Attributes const& attributes) { disk.emplace(ports(), attributes); }

    /// Memory in pieces of these sizes, one after another with gaps.
    std::vector<DiskRequest::Segment> memory_of(std::vector<u32> const& sizes) {
        std::vector<DiskRequest::Segment> segments;
        u32 offset = 0;
        for (u32 const size : sizes) {
            segments.push_back(
                {pointer_to<u8>(data.address + offset), data.physical + offset, size});
            offset += size + 512;
        }
        return segments;
    }
    void submit(DiskRequest& request) {
        disk->submit(request);
        deliver();
    }
    void read(TestRequest& request, u64 sector, std::vector<u32> const& sizes) {
        request.segments = memory_of(sizes);
        request.set_read(sector, {request.segments.data(), request.segments.size()});
        submit(request);
    }
    void write(TestRequest& request, u64 sector, u32 size, bool is_forced = false) {
        request.segments = memory_of({size});
        request.set_write(sector, {request.segments.data(), 1}, is_forced);
        submit(request);
    }
    void deliver() { device.deliver(); }

    static Bytes bytes_of(TestRequest const& request) {
        Bytes bytes;
        for (auto const& each : request.segments)
            bytes.insert(bytes.end(), each.begin, each.begin + each.bytes);
        return bytes;
    }

    void expect_works() {
        TestRequest request;
        device.contents = block::testing::pattern(device.contents.size());
        read(request, 3, {512, 1024});
        ASSERT_EQ(request.ends, 1u);
        ASSERT_TRUE(request.outcome().is_ok());
        auto const from = device.contents.begin() + 3 * 512;
        EXPECT_EQ(bytes_of(request), Bytes(from, from + 1536));
    }
    /// So do writes.
    void expect_writes() {
        expect_works();
        TestRequest request;
        std::memset(pointer_to<u8>(data.address), 0x5a, 1024);
        write(request, 2046, 1024);
        ASSERT_EQ(request.ends, 1u);
        ASSERT_TRUE(request.outcome().is_ok());
        EXPECT_EQ(Bytes(device.contents.end() - 1024, device.contents.end()), Bytes(1024, 0x5a));
        EXPECT_EQ(device.contents[2045 * 512], block::testing::pattern(1 << 20)[2045 * 512]);
    }
    void expect_no_disk() {
        EXPECT_EQ(disk->geometry().sectors, 0u);
        TestRequest request;
        read(request, 0, {512});
        EXPECT_EQ(request.code(), block::DiskError::no_disk);
        EXPECT_NE(log.text.find(Fake::said_by), std::string::npos);
    }
    /// The disk, which was started, has requests while it keeps them.
    void expect_waiting_in_order(u64 count = 5) {
        device.keeps = true;
        std::deque<TestRequest> requests(count);
        for (u64 i = 0; i < count; ++i)
            read(requests[i], i, {512});
        for (TestRequest const& each : requests)
            EXPECT_EQ(each.ends, 0u);
        device.go_on();
        for (TestRequest const& each : requests)
            EXPECT_EQ(each.ends, 1u);
        expect_works();
    }
    /// An interrupt that gets lost delays a request of one sector only.
    void expect_lost_interrupts_made_up_for() {
        device.loses_interrupts = true;
        TestRequest request;
        read(request, 1, {512});
        EXPECT_EQ(request.ends, 0u);
        alarms.pass_ms(300);
        ASSERT_EQ(request.ends, 1u);
        EXPECT_TRUE(request.outcome().is_ok());
        device.loses_interrupts = false;
    }

    /// The disk, which was started, never ends a request; another one waits, and is served.
    void expect_time_out() {
        device.keeps = true;
        std::deque<TestRequest> requests(2);
        read(requests[0], 4, {512});
        read(requests[1], 5, {512});
        alarms.pass_ms(1200);
        ASSERT_EQ(requests[0].ends, 1u);
        EXPECT_EQ(requests[0].code(), block::DiskError::timed_out);
        EXPECT_EQ(requests[0].failed_sector(), 4u);
        EXPECT_EQ(requests[1].ends, 0u); // it waited, and the disk has it now
        device.go_on();
        ASSERT_EQ(requests[1].ends, 1u);
        EXPECT_TRUE(requests[1].outcome().is_ok());
        expect_works();
    }
    /// The disk, which was started, never ends a request, and does not come back from a reset.
    void expect_gone_after_reset() {
        device.keeps = true;
        std::deque<TestRequest> requests(2);
        read(requests[0], 4, {512});
        read(requests[1], 5, {512});
        device.is_there = false;
        u64 const before = device.reads;
        alarms.pass_ms(1200);
        EXPECT_LT(device.reads - before, 50'000u) << "so long nothing else goes on";
        EXPECT_EQ(requests[0].code(), block::DiskError::timed_out);
        EXPECT_EQ(requests[1].code(), block::DiskError::no_disk);
        EXPECT_FALSE(device.accesses_memory());
        expect_no_disk();
    }

    /// Right and wrong in any order, beside requests: each ends once, and nothing else is touched.
    /// `misbehave` does something at random, `behave` has all be right again.
    template<class Misbehave, class Behave>
    void expect_survival(u32 seed, Misbehave misbehave, Behave behave) {
        constexpr u32 count = 12;
        std::mt19937 random(seed);
        auto const below = [&](u32 limit) { return static_cast<u32>(random() % limit); };
        std::deque<TestRequest> requests(count);
        std::vector<u32> submitted(count);
        for (u32 step = 0; step < 5000; ++step) {
            u32 const which = below(count);
            switch (below(5)) {
            case 0:
            case 1:
                misbehave(below);
                break;
            case 2:
                alarms.pass_ms(below(600));
                deliver();
                break;
            default:
                if (requests[which].ends != submitted[which]) break;
                ++submitted[which];
                if (below(2) != 0)
                    read(requests[which], below(2100), {512, 512});
                else
                    write(requests[which], below(2100), 1024, below(2) != 0);
            }
            for (u32 i = 0; i < count; ++i)
                ASSERT_LE(requests[i].ends, submitted[i]);
        }
        behave();
        device.loses_interrupts = device.keeps = false;
        for (u32 i = 0; i < 20; ++i) {
            alarms.pass_ms(3000);
            device.go_on();
        }
        for (u32 i = 0; i < count; ++i)
            EXPECT_EQ(requests[i].ends, submitted[i]);
        expect_works();
    }

    /// Drivers that can have a thread have one if `threads` is there.
    typename D::Ports ports() {
        if constexpr (requires { &D::Ports::threads; }) {
            typename D::Ports all{
                .device = device, .memory = memory, .alarms = alarms, .log = log, .threads = {}};
            if (threads) all.threads = *threads;
            return all;
        } else {
            return {.device = device, .memory = memory, .alarms = alarms, .log = log};
        }
    }

    thread::ThreadManager* threads = nullptr;
    TestMemory memory;
    memory::DmaMemory::Block data = memory.allocate(4).value();
    net::testing::TestAlarms alarms;
    log::testing::FakeLog log;
    Fake device{memory};
    std::optional<Disk> disk;
};

} // namespace flat::driver::testing
