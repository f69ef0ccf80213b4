// SPDX-License-Identifier: BSD-2-Clause
// A disk that asks another one for sectors in their order, and for those in a row at once.
#pragma once

#include <block/elevator.flat.hpp>
#include <core/disk/disk_request.hpp>
#include <core/guarded.hpp>
#include <core/utility.hpp>

namespace flat::block {

/// Requests go to the disk below in sweeps of ascending sectors (C-SCAN; Knuth, The Art of Computer
/// Programming, volume 1, section 2.2.5 has the elevator). One that comes while a sweep is under
/// way joins it if its sector is still ahead, and else waits for the next sweep; as only so many
/// may join, none waits for more than the sweep under way and the next. Reads that are in a row, or
/// writes, become one request, as long as the disk below takes their segments.
///
/// Flushes are for writes that have ended, and are passed on at once. When a request made of
/// several fails at a sector, those before it have been done, the one that has the sector fails,
/// and those after it are tried again; failures that are not of a sector are failures of all.
class Elevator : public ElevatorComponent, NonCopyable {
public:
    Elevator(Ports const& ports, Attributes const& attributes);

    Geometry geometry() override;
    void submit(DiskRequest& request) override;

private:
    static constexpr u32 flights_max = 16;
    static constexpr u32 segments_max = 64;

    /// What the disk below has: requests in a row, as one.
    class Flight final : public DiskRequest {
    public:
        /// Whether the request goes on where this one ends, and there is room for its segments.
        bool can_take(DiskRequest const& request, u32 segments_allowed, u32 sector_bytes) const;
        void take(DiskRequest& request);
        void send(Disk& disk);
        bool is_free() const { return parts.is_empty(); }

        Elevator* of = nullptr;
        DiskRequests parts;

    private:
        void ended() override;

        u64 first_ = 0;
        u64 bytes_ = 0;
        u32 count_ = 0;
        Segment segments_[segments_max];
    };

    struct State {
        DiskRequests sweep; // ascending, from the sector on that was asked for last
        DiskRequests next;  // ascending
        u64 position = 0;
        u32 joined = 0;
        bool is_sending = false;
    };

    void ended(Flight& flight);
    void send_waiting();
    Flight* next_flight(State& state, Geometry const& below);
    static DiskRequests& queue_for(State& state, DiskRequest const& request, u32 joins_max);
    static void insert(DiskRequests& queue, DiskRequest& request);
    void settle_parts(State& state, Flight& flight, u32 sector_bytes, DiskRequests& done) const;

    Guarded<State> state_;
    Flight flights_[flights_max];
};

} // namespace flat::block
