// SPDX-License-Identifier: BSD-2-Clause
// Requests to a disk that takes one at a time: queueing, completion, time-outs.
#pragma once

#include <core/alarm.hpp>
#include <core/disk/disk_counts.hpp>
#include <core/disk/disk_request.hpp>
#include <core/guarded.hpp>
#include <core/utility.hpp>
#include <flat/bus/device_error.hpp>
#include <flat/thread/alarms.hpp>

namespace flat::driver::ata {

/// The hardware below a queue. But for `start` it is called with the queue's lock.
class AtaPort {
public:
    using Outcome = Result<void, bus::DeviceError>;

    /// What has become of what was begun. What failed says how many sectors were done before.
    struct Progress {
        enum class State : u8 { runs, done, failed, lost } state = State::runs;
        block::DiskError problem{};
        u64 done_sectors = 0;
    };

    /// Resets the device and finds out what it is; it has let go of all memory before.
    virtual Result<block::Disk::Geometry, bus::DeviceError> start() = 0;

    /// Begins a request, or a flush, which takes no segments.
    virtual void begin(DiskRequest const& request, DiskRequest::Kind kind) = 0;

    /// Looks how it goes, and withdraws interrupts. LOST: the device has to be started anew.
    virtual Progress progress(DiskRequest const* current) = 0;

    /// Stops the device for good; it accesses no memory from then on.
    virtual void give_up(bus::DeviceError problem) = 0;

    /// Whether the device can do it, beside what its geometry says.
    virtual bool can_do(DiskRequest const& request) const = 0;

protected:
    ~AtaPort() = default;
};

/// A forced write is a write and then a flush. An interrupt that gets lost is made up for after a
/// quarter of the time that a request may take. What has taken longer has the device started anew,
/// as has a device that has lost its way; without success there is no disk from then on.
class AtaQueue : private Alarm, NonCopyable {
public:
    AtaQueue(AtaPort& port, thread::Alarms& alarms, u32 timeout_ms)
        : port_(port), alarms_(alarms), timeout_ns_(timeout_ms * u64{1'000'000}) {}

    /// Starts the device.
    void start();

    /// Ends all requests: nothing is begun any more.
    void stop();

    void submit(DiskRequest& request);

    /// The device may have done something.
    void work();

    block::Disk::Geometry geometry() const { return geometry_; }

    /// Whether writes are on the medium after a flush alone.
    void set_cache(bool has_cache) { has_cache_ = has_cache; }

private:
    using DiskError = block::DiskError;
    using Kind = DiskRequest::Kind;

    struct State {
        DiskCounts counts;
        DiskRequests waiting;
        DiskRequest* current = nullptr;
        u64 due_ns = 0;
        bool is_flush = false; // the write has been done, the flush after it has not
        bool is_alarm_set = false;
        bool is_stopped = true;
    };

    void expired() override;
    void restart(DiskError::Code problem);
    void end_all(DiskError::Code problem);
    void send_next(State& state);
    void send(State& state, Kind kind);
    bool take_done(State& state, DiskRequests& done);
    static void settle(State& state, DiskRequest::Outcome outcome, u64 done_sectors,
                       DiskRequests& done);
    static void tell(DiskRequests& done);

    AtaPort& port_;
    thread::Alarms& alarms_;
    u64 timeout_ns_;
    Guarded<State> state_;
    block::Disk::Geometry geometry_ = no_disk;
    bool has_cache_ = true;

    static constexpr block::Disk::Geometry no_disk{0, 512, 1, true, false};
};

} // namespace flat::driver::ata
