// SPDX-License-Identifier: BSD-2-Clause
// Requests to disks that take one at a time together: queueing, completion, time-outs.
#pragma once

#include <core/alarm.hpp>
#include <core/disk/disk_counts.hpp>
#include <core/disk/disk_request.hpp>
#include <core/disk/no_disk.hpp>
#include <core/guarded.hpp>
#include <core/utility.hpp>
#include <driver/ata/ata_identity.hpp>
#include <flat/bus/device_error.hpp>
#include <flat/thread/alarms.hpp>

namespace flat::driver::ata {

/// The hardware below a queue: a port of SATA with its disk, or a channel of IDE with up to two,
/// which are told apart by their number. But for `start`, `give_up` and `lost` it is called with
/// the queue's lock.
class AtaPort {
public:
    using Outcome = Result<void, bus::DeviceError>;

    /// What has become of what was begun. What failed says how many sectors were done before.
    struct Progress {
        enum class State : u8 { runs, done, failed, lost } state = State::runs;
        block::DiskError problem{};
        u64 done_sectors = 0;
    };

    /// Resets the hardware, which lets go of all memory, and tells the queue which disks it has
    /// (`AtaQueue::found`). Without any it fails.
    virtual Outcome start() = 0;

    /// Begins a request, or a flush, which takes no segments.
    virtual void begin(u32 number, DiskRequest const& request, DiskRequest::Kind kind) = 0;

    /// Looks how it goes, and withdraws interrupts. LOST: the hardware has to be started anew.
    virtual Progress progress(DiskRequest const* current) = 0;

    /// Withdraws interrupts that come while the queue is stopped, so that none holds its line.
    virtual void withdraw() = 0;

    /// The queue has stopped until it is told to `go_on`, which takes some time: now, or soon.
    virtual void restart() = 0;

    /// Stops the hardware for good; it accesses no memory from then on.
    virtual void give_up(bus::DeviceError problem) = 0;

    /// A disk that was there is gone.
    virtual void lost(u32 number) = 0;

    /// A disk was found, and requests to it follow its identity from now on.
    virtual void follow(u32 number, AtaIdentity const& identity) = 0;

    /// Whether a disk can do it, beside what its geometry says.
    virtual bool can_do(u32 number, DiskRequest const& request) const = 0;

protected:
    ~AtaPort() = default;
};

class AtaQueue;

/// One of the disks of a queue; it stays where it is, also when it is gone.
class AtaDisk final : public block::Disk, NonCopyable {
public:
    explicit AtaDisk(AtaQueue& queue) : queue_(queue) {}

    Geometry geometry() override { return geometry_; }
    void submit(DiskRequest& request) override;

private:
    friend class AtaQueue;

    AtaQueue& queue_;
    Geometry geometry_ = no_disk;
    DiskRequests waiting_;
    bool has_cache_ = true;
    bool is_found_ = false; // by the start that is under way
};

/// A forced write is a write and then a flush. An interrupt that gets lost is made up for after a
/// quarter of the time that a request may take. What has taken longer has the hardware started
/// anew, as has hardware that has lost its way; a disk that does not come back then is gone. Disks
/// that have requests have their turns, one request after the other.
class AtaQueue : private Alarm, NonCopyable {
public:
    static constexpr u32 disks_max = 2;

    AtaQueue(AtaPort& port, thread::Alarms& alarms, u32 timeout_ms)
        : port_(port), alarms_(alarms), timeout_ns_(timeout_ms * u64{1'000'000}) {}

    /// Starts the hardware.
    void start();

    /// Begins nothing more until it goes on: what the hardware has been doing will end so then.
    void halt(block::DiskError::Code problem);

    /// Starts the hardware anew.
    void go_on();

    /// Ends all requests: nothing is begun any more.
    void stop();

    void submit(AtaDisk& disk, DiskRequest& request);

    /// The hardware may have done something.
    void work();

    AtaDisk& disk(u32 number) { return disks_[number]; }
    bool has_disk(u32 number) const { return disks_[number].geometry_.sectors != 0; }

    /// A disk is there, with so many segments of memory in each request.
    void found(u32 number, AtaIdentity const& identity, u32 segments_max);

private:
    using DiskError = block::DiskError;
    using Kind = DiskRequest::Kind;

    struct State {
        DiskCounts counts;
        DiskRequest* current = nullptr;
        DiskRequest* lost = nullptr; // what the hardware was doing when the queue has stopped
        DiskError::Code problem = DiskError::reset; // of that
        u32 turn = 0;                               // whose request it is
        u64 due_ns = 0;
        bool is_flush = false; // the write has been done, the flush after it has not
        bool is_alarm_set = false;
        bool is_stopped = true;
    };

    void expired() override;
    void restart(DiskError::Code problem);
    DiskRequest::Outcome take(AtaDisk& disk, DiskRequest& request);
    void lose_all();
    void lose(AtaDisk& disk);
    void end_waiting(AtaDisk& disk, DiskRequests& done);
    u32 number_of(AtaDisk const& disk) const { return static_cast<u32>(&disk - disks_); }
    void send_next(State& state);
    void send(State& state, Kind kind);
    bool take_done(State& state, DiskRequests& done);
    static void settle(DiskRequest* request, DiskRequest::Outcome outcome, u64 done_sectors,
                       DiskRequests& done);
    static void settle(State& state, DiskRequest::Outcome outcome, u64 done_sectors,
                       DiskRequests& done);
    static void tell(DiskRequests& done);

    AtaPort& port_;
    thread::Alarms& alarms_;
    u64 timeout_ns_;
    Guarded<State> state_;
    AtaDisk disks_[disks_max] = {AtaDisk(*this), AtaDisk(*this)};
};

inline void AtaDisk::submit(DiskRequest& request) {
    queue_.submit(*this, request);
}

} // namespace flat::driver::ata
