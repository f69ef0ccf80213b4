// SPDX-License-Identifier: BSD-2-Clause
// Requests to disks that take one at a time together: queueing, completion, time-outs.
#include <driver/ata/ata_queue.hpp>

namespace flat::driver::ata {

void AtaQueue::start() {
    for (AtaDisk& each : disks_)
        each.is_found_ = false;
    auto const outcome = port_.start();
    if (outcome.is_error()) {
        port_.give_up(outcome.error());
        return lose_all();
    }
    for (AtaDisk& each : disks_)
        if (!each.is_found_) lose(each);
    DiskRequests done;
    {
        auto const state = state_.lock();
        for (AtaDisk& each : disks_)
            end_waiting(each, done);
        state->is_stopped = false;
    }
    tell(done);
    work(); // for what waits
}

void AtaQueue::found(u32 number, AtaIdentity const& identity, u32 segments_max) {
    AtaDisk& disk = disks_[number];
    auto const state = state_.lock(); // by which requests are compared with it
    disk.geometry_ = {identity.sectors, identity.sector_bytes, segments_max, false,
                      identity.is_removable};
    disk.has_cache_ = identity.has_cache;
    port_.follow(number, identity);
    disk.is_found_ = true;
}

void AtaQueue::stop() {
    for (AtaDisk& each : disks_)
        each.geometry_ = no_disk;
    lose_all(); // nothing sets the alarm from then on
    alarms_.cancel(*this);
}

void AtaQueue::lose(AtaDisk& disk) {
    bool const was_there = disk.geometry_.sectors != 0;
    disk.geometry_ = no_disk;
    if (was_there) port_.lost(number_of(disk));
}

/// There are no disks from now on.
void AtaQueue::lose_all() {
    for (AtaDisk& each : disks_)
        lose(each);
    DiskRequests done;
    {
        auto const state = state_.lock();
        state->is_stopped = true;
        settle(*state, DiskError{DiskError::no_disk}, 0, done);
        settle(flat::exchange(state->lost, nullptr), DiskError{DiskError::no_disk}, 0, done);
        for (AtaDisk& each : disks_)
            end_waiting(each, done);
    }
    tell(done);
}

/// Ends what waits and cannot be done with the disk as it is now.
void AtaQueue::end_waiting(AtaDisk& disk, DiskRequests& done) {
    DiskRequests good;
    while (DiskRequest* const request = disk.waiting_.pop_front()) {
        DiskRequest::Outcome const outcome = request->check(disk.geometry_);
        request->settle(outcome);
        (outcome.is_error() ? done : good).push_back(*request);
    }
    while (DiskRequest* const request = good.pop_front())
        disk.waiting_.push_back(*request);
}

void AtaQueue::submit(AtaDisk& disk, DiskRequest& request) {
    bool const is_nothing = request.kind() == Kind::flush && !disk.has_cache_;
    if (is_nothing) return request.end(request.check(disk.geometry_));
    DiskRequest::Outcome const outcome = take(disk, request);
    if (outcome.is_error()) request.end(outcome);
}

/// With the lock: whoever loses the disk meanwhile ends what waits after that.
DiskRequest::Outcome AtaQueue::take(AtaDisk& disk, DiskRequest& request) {
    auto const state = state_.lock();
    TRY(request.check(disk.geometry_));
    if (!port_.can_do(number_of(disk), request)) return DiskError{DiskError::invalid};
    state->counts.count(request);
    disk.waiting_.push_back(request);
    send_next(*state);
    return {};
}

/// The disk that has just had its turn is the last to have the next one.
void AtaQueue::send_next(State& state) {
    if (state.current || state.is_stopped) return;
    u32 const last = state.turn;
    for (u32 i = 1; i <= disks_max && !state.current; ++i) {
        state.turn = (last + i) % disks_max;
        state.current = disks_[state.turn].waiting_.pop_front();
    }
    if (state.current) send(state, state.current->kind());
}

void AtaQueue::send(State& state, Kind kind) {
    state.is_flush = kind == Kind::flush;
    state.due_ns = alarms_.now_ns() + timeout_ns_;
    if (!flat::exchange(state.is_alarm_set, true)) alarms_.set(*this, timeout_ns_ / 4);
    port_.begin(state.turn, *state.current, kind);
}

/// Takes what the hardware has done, and gives it more.
void AtaQueue::work() {
    DiskRequests done;
    bool is_lost;
    {
        auto const state = state_.lock();
        is_lost = !take_done(*state, done);
        if (!is_lost) send_next(*state);
    }
    tell(done);
    if (is_lost) restart(DiskError::reset);
}

/// FALSE if the hardware has to be started anew.
bool AtaQueue::take_done(State& state, DiskRequests& done) {
    if (state.is_stopped) {
        port_.withdraw();
        return true;
    }
    using Is = AtaPort::Progress::State;
    AtaPort::Progress const progress = port_.progress(state.is_flush ? nullptr : state.current);
    if (!state.current) return progress.state != Is::lost;
    switch (progress.state) {
    case Is::runs:
        return true;
    case Is::lost:
        return false;
    case Is::failed:
        settle(state, progress.problem, progress.done_sectors, done);
        return true;
    case Is::done:
        bool const needs_flush =
            state.current->is_forced() && disks_[state.turn].has_cache_ && !state.is_flush;
        if (needs_flush)
            send(state, Kind::flush);
        else
            settle(state, {}, 0, done);
        return true;
    }
    return true;
}

void AtaQueue::settle(State& state, DiskRequest::Outcome outcome, u64 done_sectors,
                      DiskRequests& done) {
    settle(flat::exchange(state.current, nullptr), outcome, done_sectors, done);
}

void AtaQueue::settle(DiskRequest* request, DiskRequest::Outcome outcome, u64 done_sectors,
                      DiskRequests& done) {
    if (!request) return;
    request->settle(outcome, done_sectors);
    done.push_back(*request);
}

void AtaQueue::tell(DiskRequests& done) {
    while (DiskRequest* const request = done.pop_front())
        request->tell();
}

/// Some time has passed: perhaps an interrupt got lost, or the hardware is silent.
void AtaQueue::expired() {
    state_.lock()->is_alarm_set = false;
    work();
    bool is_overdue;
    {
        auto const state = state_.lock();
        if (state->is_stopped) return;
        is_overdue = state->current && state->due_ns <= alarms_.now_ns();
        if (state->current && !is_overdue && !flat::exchange(state->is_alarm_set, true))
            alarms_.set(*this, timeout_ns_ / 4);
    }
    if (is_overdue) restart(DiskError::timed_out);
}

void AtaQueue::restart(DiskError::Code problem) {
    halt(problem);
    port_.restart();
}

void AtaQueue::halt(DiskError::Code problem) {
    auto const state = state_.lock();
    state->is_stopped = true;
    if (!state->current) return;
    state->lost = flat::exchange(state->current, nullptr);
    state->problem = problem;
}

/// What the device had is lost, what waits goes on.
void AtaQueue::go_on() {
    DiskRequest* lost;
    DiskError::Code problem;
    {
        auto const state = state_.lock();
        lost = flat::exchange(state->lost, nullptr);
        problem = state->problem;
    }
    start(); // the hardware lets go of the memory of what it had
    if (lost) lost->end(DiskError{problem});
}

} // namespace flat::driver::ata
