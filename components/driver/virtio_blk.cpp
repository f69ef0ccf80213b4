// SPDX-License-Identifier: BSD-2-Clause
// Disks of virtio: requests on their way there and back.
#include <driver/virtio_blk.hpp>

#include <core/assert.hpp>

namespace flat::driver {

using Kind = DiskRequest::Kind;

namespace {

/// Beside the data a chain has what comes before them and what comes after.
constexpr u32 own_segments = 2;

constexpr u64 ns_per_ms = 1'000'000;

u32 code_of(Kind kind) {
    if (kind == Kind::flush) return VIRTIO_BLK_T_FLUSH;
    return kind == Kind::read ? VIRTIO_BLK_T_IN : VIRTIO_BLK_T_OUT;
}

} // namespace

void VirtioBlk::submit(DiskRequest& request) {
    DiskRequest::Outcome const outcome = request.check(geometry_);
    bool const is_nothing = request.kind() == Kind::flush && !has_cache_;
    if (outcome.is_error() || is_nothing) return request.end(outcome);
    bool is_sent;
    {
        auto const state = state_.lock();
        state->counts.count(request);
        state->waiting.push_back(request);
        is_sent = send_waiting(*state);
    }
    if (is_sent) transport_.notify(notify_, queue_index);
}

/// Gives the device what waits, as much as it can have; returns whether it wants to be notified.
bool VirtioBlk::send_waiting(State& state) {
    bool is_any = false;
    while (DiskRequest* const request = state.waiting.first()) {
        Flight* const flight = free_flight(state);
        if (!flight || state.queue.free_count() < request->segments().size() + own_segments) break;
        state.waiting.remove(*request);
        *flight = Flight{request, alarms->now_ns() + timeout_ms * ns_per_ms};
        ++state.in_flight;
        send(state, *flight);
        is_any = true;
    }
    if (is_any) set_alarm(state);
    return is_any && state.queue.needs_notification();
}

VirtioBlk::Flight* VirtioBlk::free_flight(State& state) const {
    for (u32 i = 0; i < requests; ++i)
        if (!state.flights[i].request) return &state.flights[i];
    return nullptr;
}

VirtioBlk::Shared& VirtioBlk::shared(State& state, Flight const& flight) const {
    return pointer_to<Shared>(shared_.address)[&flight - state.flights];
}

/// Puts a request into the queue: what it is, the data, and where the device says how it went.
void VirtioBlk::send(State& state, Flight& flight) {
    DiskRequest const& request = *flight.request;
    Kind const kind = flight.is_flush ? Kind::flush : request.kind();
    u64 const sectors = geometry_.sector_bytes / virtio_blk_sector_bytes;
    Shared& shared = this->shared(state, flight);
    shared = {code_of(kind), 0, kind == Kind::flush ? 0 : request.sector() * sectors, 0xff, {}};
    paddr const physical = shared_.physical + (address_of(&shared) - shared_.address);
    VirtioQueueOf<Flight>& queue = state.queue;
    queue.put(physical, __builtin_offsetof(Shared, status), &flight, false);
    if (kind != Kind::flush)
        for (DiskRequest::Segment const& each : request.segments())
            queue.put(each.physical, each.bytes, nullptr, kind == Kind::read);
    queue.put(physical + __builtin_offsetof(Shared, status), 1, nullptr, true);
    queue.commit();
}

void VirtioBlk::interrupted(u32) {
    if (!has_messages_) (void)transport_.interrupt_status(); // withdraws the request
    work();
}

/// Takes what the device has done, and gives it more.
void VirtioBlk::work() {
    DiskRequests done;
    bool is_sent;
    bool is_broken;
    {
        auto const state = state_.lock();
        bool const is_flushed = take_done(*state, done);
        is_sent = send_waiting(*state) || is_flushed;
        is_broken = state->queue.is_broken();
    }
    if (is_sent) transport_.notify(notify_, queue_index);
    tell(done);
    if (is_broken && geometry_.sectors != 0) restart();
}

/// Whether the device is to be notified of flushes that follow forced writes.
bool VirtioBlk::take_done(State& state, DiskRequests& done) {
    for (bool is_flushed = false;;) {
        Flight* flight = nullptr;
        Maybe<u32> const bytes = state.queue.take([&](Flight* each) {
            if (each) flight = each;
        });
        if (!bytes) return is_flushed;
        if (!has_landed(state, *flight, *bytes)) {
            is_flushed = true;
            continue;
        }
        done.push_back(*flight->request);
        flight->request = nullptr;
        --state.in_flight;
    }
}

/// Settles what the device has done, unless a flush follows, for which what it has just given back
/// is enough. What it claims to have written is not believed if it is more than it was given, nor,
/// of data that were read, if it is less.
bool VirtioBlk::has_landed(State& state, Flight& flight, u32 claimed_bytes) {
    DiskRequest& request = *flight.request;
    u64 const data = request.kind() == Kind::read ? request.bytes() : 0;
    u8 const status = *const_cast<u8 const volatile*>(&shared(state, flight).status);
    bool const is_short = data != 0 && claimed_bytes < data + 1;
    if (claimed_bytes > data + 1 || (status == VIRTIO_BLK_S_OK && is_short)) {
        u64 const done = is_short ? claimed_bytes / geometry_.sector_bytes : 0;
        request.settle(DiskError{DiskError::misbehaves}, done);
    } else if (status != VIRTIO_BLK_S_OK) {
        bool const is_known = status == VIRTIO_BLK_S_IOERR || status == VIRTIO_BLK_S_UNSUPP;
        request.settle(DiskError{is_known ? DiskError::medium : DiskError::misbehaves});
    } else if (request.is_forced() && has_cache_ && !flight.is_flush) {
        flight.is_flush = true;
        send(state, flight);
        return false;
    } else {
        request.settle({});
    }
    return true;
}

void VirtioBlk::tell(DiskRequests& done) {
    while (DiskRequest* const request = done.pop_front())
        request->tell();
}

void VirtioBlk::set_alarm(State& state) {
    if (flat::exchange(state.is_alarm_set, true)) return;
    alarms->set(*this, timeout_ms * ns_per_ms / 4);
}

/// Some time has passed: perhaps an interrupt got lost, or the device is silent.
void VirtioBlk::expired() {
    state_.lock()->is_alarm_set = false;
    work();
    if (is_overdue()) restart();
    auto const state = state_.lock();
    if (state->in_flight != 0) set_alarm(*state);
}

bool VirtioBlk::is_overdue() {
    u64 const now_ns = alarms->now_ns();
    auto const state = state_.lock();
    for (Flight const& each : state->flights)
        if (each.request && each.due_ns <= now_ns) return true;
    return false;
}

} // namespace flat::driver
