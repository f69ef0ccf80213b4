// SPDX-License-Identifier: BSD-2-Clause
// Disks of virtio: how one is found, started, and started anew.
#include <driver/virtio_blk.hpp>

#include <core/bits.hpp>
#include <core/disk/no_disk.hpp>
#include <core/say.hpp>

namespace flat::driver {

using bus::DeviceError;

namespace {

constexpr u32 sector_bytes_max = 1 << 16;

} // namespace

VirtioBlk::VirtioBlk(Ports const& ports, Attributes const& attributes)
    : VirtioBlkComponent(ports, attributes) {
    Outcome outcome = find_device();
    if (outcome.is_ok()) outcome = start();
    if (outcome.is_error()) give_up(outcome.error());
}

VirtioBlk::~VirtioBlk() {
    let_go();
    alarms->cancel(*this);
    if (rings_.address != 0) memory->free(rings_);
    if (shared_.address != 0) memory->free(shared_);
}

VirtioBlk::Outcome VirtioBlk::find_device() {
    TRY(transport_.claim(virtio_blk_modern, virtio_blk_transitional));
    bus::Interrupt& self = *this;
    has_messages_ = device->connect(queue_vector, self).is_ok();
    if (!has_messages_) TRY(device->connect_line(self));
    auto const rings = memory->allocate(VirtioQueue::memory_order);
    if (rings.is_error()) return DeviceError{DeviceError::out_of_memory};
    rings_ = rings.value();
    auto const shared = memory->allocate(0);
    if (shared.is_error()) return DeviceError{DeviceError::out_of_memory};
    shared_ = shared.value();
    return {};
}

/// Section 3.1.1, after the reset.
VirtioBlk::Outcome VirtioBlk::start() {
    u64 const features = TRY(
        transport_.negotiate(VIRTIO_F_VERSION_1, VIRTIO_BLK_F_SEG_MAX | VIRTIO_BLK_F_RO |
                                                     VIRTIO_BLK_F_BLK_SIZE | VIRTIO_BLK_F_FLUSH));
    auto const state = state_.lock();
    notify_ = TRY(transport_.start(queue_index, state->queue, rings_, VirtioQueue::size_max,
                                   has_messages_ ? queue_vector : no_vector));
    read_geometry(features, state->queue.size());
    u32 const bytes = geometry_.sector_bytes;
    bool const is_size =
        is_power_of_two(bytes) && bytes >= virtio_blk_sector_bytes && bytes <= sector_bytes_max;
    if (!is_size || geometry_.segments_max == 0) return DeviceError{DeviceError::misbehaves};
    transport_.set_ready();
    return {};
}

/// Without SEG_MAX one segment is what each device takes (section 5.2.5).
void VirtioBlk::read_geometry(u64 features, u16 queue_size) {
    auto const read = [&](VirtioBlkRegister which, u32 more = 0) {
        return transport_.configuration32(u32(which) + more);
    };
    u64 const capacity =
        u64(read(VirtioBlkRegister::CAPACITY, 4)) << 32 | read(VirtioBlkRegister::CAPACITY);
    u32 const segments =
        features & VIRTIO_BLK_F_SEG_MAX ? read(VirtioBlkRegister::SEG_MAX) : u32{1};
    geometry_.sector_bytes = features & VIRTIO_BLK_F_BLK_SIZE ? read(VirtioBlkRegister::BLK_SIZE)
                                                              : virtio_blk_sector_bytes;
    u32 const units = max(geometry_.sector_bytes / virtio_blk_sector_bytes, u32{1});
    geometry_.sectors = capacity / units;
    geometry_.segments_max = min(segments, u32(queue_size) - 2);
    geometry_.is_read_only = features & VIRTIO_BLK_F_RO;
    has_cache_ = features & VIRTIO_BLK_F_FLUSH;
}

/// From now on there is no disk.
void VirtioBlk::give_up(DeviceError problem) {
    let_go();
    bool const is_missing = problem.code == DeviceError::no_such_device;
    if (is_missing && !is_expected) return;
    say(*log, "virtio-blk: {}", is_missing ? "there is no such disk" : "the disk cannot be used");
}

void VirtioBlk::let_go() {
    geometry_ = no_disk;
    device->release();
    DiskRequests done;
    {
        auto const state = state_.lock();
        for (Flight& each : state->flights)
            abandon(*state, each, DiskError{DiskError::no_disk}, done);
        recheck_waiting(*state, done);
    }
    tell(done);
}

/// Ends what waits and cannot be done with the disk as it is now.
void VirtioBlk::recheck_waiting(State& state, DiskRequests& done) {
    DiskRequests good;
    while (DiskRequest* const request = state.waiting.pop_front()) {
        DiskRequest::Outcome const outcome = request->check(geometry_);
        request->settle(outcome);
        (outcome.is_error() ? done : good).push_back(*request);
    }
    while (DiskRequest* const request = good.pop_front())
        state.waiting.push_back(*request);
}

/// Ends a request that the device had before its reset, if the flight is one.
void VirtioBlk::abandon(State& state, Flight& flight, DiskError problem, DiskRequests& done) {
    DiskRequest* const request = flat::exchange(flight.request, nullptr);
    if (!request) return;
    --state.in_flight;
    request->settle(problem);
    done.push_back(*request);
}

/// After the device has done what it must not, or nothing: what it had is lost, what waits goes on.
void VirtioBlk::restart() {
    u64 const now_ns = alarms->now_ns();
    transport_.reset();
    DiskRequests done;
    {
        auto const state = state_.lock();
        for (Flight& each : state->flights) {
            bool const is_late = each.request && each.due_ns <= now_ns;
            abandon(*state, each, DiskError{is_late ? DiskError::timed_out : DiskError::reset},
                    done);
        }
    }
    Outcome const outcome = start();
    if (outcome.is_ok()) recheck_waiting(*state_.lock(), done);
    tell(done);
    if (outcome.is_error()) return give_up(outcome.error());
    work(); // for what waits
}

} // namespace flat::driver
