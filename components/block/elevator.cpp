// SPDX-License-Identifier: BSD-2-Clause
// A disk that asks another one for sectors in their order, and for those in a row at once.
#include <block/elevator.hpp>

namespace flat::block {

Elevator::Elevator(Ports const& ports, Attributes const& attributes)
    : ElevatorComponent(ports, attributes) {
    for (Flight& each : flights_)
        each.of = this;
}

Disk::Geometry Elevator::geometry() {
    Geometry geometry = whole->geometry();
    geometry.segments_max = min(geometry.segments_max, segments_max);
    return geometry;
}

void Elevator::submit(DiskRequest& request) {
    if (request.kind() == DiskRequest::Kind::flush) return whole->submit(request);
    DiskRequest::Outcome const outcome = request.check(geometry());
    if (outcome.is_error()) return request.end(outcome);
    {
        auto const state = state_.lock();
        insert(queue_for(*state, request, joins_max), request);
    }
    send_waiting();
}

DiskRequests& Elevator::queue_for(State& state, DiskRequest const& request, u32 joins_max) {
    bool const is_ahead = request.sector() >= state.position;
    if (!is_ahead || state.joined == joins_max) return state.next;
    ++state.joined;
    return state.sweep;
}

/// After those of the same sector: what comes in order is added at once.
void Elevator::insert(DiskRequests& queue, DiskRequest& request) {
    DiskRequest* before = queue.last();
    while (before && before->sector() > request.sector())
        before = queue.before(*before);
    queue.insert_before(before ? queue.after(*before) : queue.first(), request);
}

/// Gives the disk below what waits, as much as it may have. What ends meanwhile, in this thread or
/// in an interrupt, leaves that to whoever is inside already.
void Elevator::send_waiting() {
    Geometry const below = geometry();
    for (;;) {
        Flight* flight = nullptr;
        {
            auto const state = state_.lock();
            if (state->is_sending) return;
            flight = next_flight(*state, below);
            if (!flight) return;
            state->is_sending = true;
        }
        flight->send(*whole);
        state_.lock()->is_sending = false;
    }
}

/// The next requests in a row, if there are any and the disk may have them.
Elevator::Flight* Elevator::next_flight(State& state, Geometry const& below) {
    Flight* flight = nullptr;
    for (u32 i = 0; i < in_flight && !flight; ++i)
        if (flights_[i].is_free()) flight = &flights_[i];
    if (!flight) return nullptr;
    if (state.sweep.is_empty()) {
        state.joined = 0;
        while (DiskRequest* const each = state.next.pop_front())
            state.sweep.push_back(*each);
    }
    while (DiskRequest* const each = state.sweep.first()) {
        if (!flight->can_take(*each, below.segments_max, below.sector_bytes)) break;
        state.sweep.remove(*each);
        state.position = each->sector();
        flight->take(*each);
    }
    return flight->is_free() ? nullptr : flight;
}

bool Elevator::Flight::can_take(DiskRequest const& request, u32 segments_allowed,
                                u32 sector_bytes) const {
    DiskRequest const* const first = parts.first();
    if (!first) return true;
    return request.kind() == first->kind() && request.is_forced() == first->is_forced() &&
           request.sector() == first_ + bytes_ / sector_bytes &&
           count_ + request.segments().size() <= segments_allowed;
}

void Elevator::Flight::take(DiskRequest& request) {
    if (parts.is_empty()) {
        first_ = request.sector();
        bytes_ = count_ = 0;
    }
    parts.push_back(request);
    for (Segment const& each : request.segments())
        segments_[count_++] = each;
    bytes_ += request.bytes();
}

void Elevator::Flight::send(Disk& disk) {
    DiskRequest const& first = *parts.first();
    Span<Segment const> const segments(segments_, count_);
    if (first.kind() == Kind::read)
        set_read(first_, segments);
    else
        set_write(first_, segments, first.is_forced());
    disk.submit(*this);
}

void Elevator::Flight::ended() {
    of->ended(*this);
}

void Elevator::ended(Flight& flight) {
    u32 const sector_bytes = whole->geometry().sector_bytes;
    DiskRequests done;
    {
        auto const state = state_.lock();
        settle_parts(*state, flight, sector_bytes, done);
    }
    while (DiskRequest* const each = done.pop_front())
        each->tell();
    send_waiting();
}

/// What became of each part; those after a sector that failed are asked for anew.
void Elevator::settle_parts(State& state, Flight& flight, u32 sector_bytes,
                            DiskRequests& done) const {
    DiskRequest::Outcome const outcome = flight.outcome();
    bool const is_of_sector = outcome.is_error() && outcome.error().code == DiskError::medium;
    u64 const failed = flight.failed_sector();
    bool has_failed = false;
    while (DiskRequest* const part = flight.parts.pop_front()) {
        bool const is_last = flight.parts.is_empty();
        bool const is_before =
            !is_last && part->sector() + part->bytes() / sector_bytes <= failed; // one has failed
        if (has_failed && is_of_sector) {
            insert(queue_for(state, *part, joins_max), *part);
            continue;
        }
        if (outcome.is_ok() || is_before) {
            part->settle({});
        } else {
            part->settle(outcome, failed > part->sector() ? failed - part->sector() : 0);
            has_failed = true;
        }
        done.push_back(*part);
    }
}

} // namespace flat::block
