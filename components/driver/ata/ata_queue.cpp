// SPDX-License-Identifier: BSD-2-Clause
// Requests to a disk that takes one at a time: queueing, completion, time-outs.
#include <driver/ata/ata_queue.hpp>

namespace flat::driver::ata {

void AtaQueue::start() {
    auto const found = port_.start();
    if (found.is_ok()) {
        geometry_ = found.value();
        state_.lock()->is_stopped = false;
        return work(); // for what waits
    }
    geometry_ = no_disk;
    port_.give_up(found.error());
    end_all(DiskError::no_disk);
}

void AtaQueue::stop() {
    state_.lock()->is_stopped = true;
    geometry_ = no_disk;
    alarms_.cancel(*this);
    end_all(DiskError::no_disk);
}

void AtaQueue::submit(DiskRequest& request) {
    DiskRequest::Outcome outcome = request.check(geometry_);
    if (outcome.is_ok() && !port_.can_do(request)) outcome = DiskError{DiskError::invalid};
    bool const is_nothing = request.kind() == Kind::flush && !has_cache_;
    if (outcome.is_error() || is_nothing) return request.end(outcome);
    auto const state = state_.lock();
    state->counts.count(request);
    state->waiting.push_back(request);
    send_next(*state);
}

void AtaQueue::send_next(State& state) {
    if (state.current || state.is_stopped) return;
    state.current = state.waiting.pop_front();
    if (!state.current) return;
    send(state, state.current->kind());
}

void AtaQueue::send(State& state, Kind kind) {
    state.is_flush = kind == Kind::flush;
    state.due_ns = alarms_.now_ns() + timeout_ns_;
    if (!flat::exchange(state.is_alarm_set, true)) alarms_.set(*this, timeout_ns_ / 4);
    port_.begin(*state.current, kind);
}

/// Takes what the device has done, and gives it more.
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

/// FALSE if the device has to be started anew.
bool AtaQueue::take_done(State& state, DiskRequests& done) {
    if (state.is_stopped) return true;
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
        bool const needs_flush = state.current->is_forced() && has_cache_ && !state.is_flush;
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
    DiskRequest* const request = flat::exchange(state.current, nullptr);
    if (!request) return;
    request->settle(outcome, done_sectors);
    done.push_back(*request);
}

void AtaQueue::tell(DiskRequests& done) {
    while (DiskRequest* const request = done.pop_front())
        request->tell();
}

/// Some time has passed: perhaps an interrupt got lost, or the device is silent.
void AtaQueue::expired() {
    state_.lock()->is_alarm_set = false;
    work();
    bool is_overdue;
    {
        auto const state = state_.lock();
        is_overdue = state->current && state->due_ns <= alarms_.now_ns();
        if (state->current && !is_overdue && !flat::exchange(state->is_alarm_set, true))
            alarms_.set(*this, timeout_ns_ / 4);
    }
    if (is_overdue) restart(DiskError::timed_out);
}

/// What the device had is lost, what waits goes on.
void AtaQueue::restart(DiskError::Code problem) {
    DiskRequest* lost;
    {
        auto const state = state_.lock();
        state->is_stopped = true;
        lost = flat::exchange(state->current, nullptr);
    }
    start(); // the device lets go of the memory of what it had
    if (lost) lost->end(DiskError{problem});
}

void AtaQueue::end_all(DiskError::Code problem) {
    DiskRequests done;
    {
        auto const state = state_.lock();
        settle(*state, DiskError{problem}, 0, done);
        while (DiskRequest* const request = state->waiting.pop_front()) {
            request->settle(DiskError{problem});
            done.push_back(*request);
        }
    }
    tell(done);
}

} // namespace flat::driver::ata
