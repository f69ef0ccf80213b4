// SPDX-License-Identifier: BSD-2-Clause
// The calls of a connection whose replies are awaited, and whose turn it is to read them.
#include <rpc/concurrent/call_table.hpp>

namespace flat::rpc::concurrent {

bool CallTable::add(WaitingCall& call) {
    auto const state = state_.lock();
    if (state->is_lost) return false;
    state->waiting.push_back(call);
    call.is_waiting = true;
    return true;
}

CallTable::Turn CallTable::turn_of(WaitingCall& call) {
    auto const state = state_.lock();
    if (state->owner == &call) {
        state->owner = nullptr;
        return Turn::decode;
    }
    if (!call.is_waiting) return Turn::lost;
    if (state->has_reader) return Turn::wait;
    state->has_reader = true;
    return Turn::read;
}

bool CallTable::remove(WaitingCall& call) {
    auto const state = state_.lock();
    if (!call.is_waiting) return false;
    state->waiting.remove(call);
    call.is_waiting = false;
    return true;
}

bool CallTable::hand_over(u32 transaction) {
    auto const state = state_.lock();
    WaitingCall* found = state->waiting.first();
    while (found && found->transaction != transaction)
        found = state->waiting.after(*found);
    if (!found) return false;
    state->waiting.remove(*found);
    found->is_waiting = false;
    state->owner = found;
    return true;
}

void CallTable::leave() {
    state_.lock()->has_reader = false;
}

void CallTable::lose() {
    auto const state = state_.lock();
    state->is_lost = true;
    while (WaitingCall* const each = state->waiting.pop_front())
        each->is_waiting = false;
}

bool CallTable::is_ending() {
    auto const state = state_.lock();
    return state->is_lost && state->has_reader;
}

bool CallTable::restart() {
    auto const state = state_.lock();
    if (state->has_reader) return false;
    state->is_lost = false;
    return true;
}

} // namespace flat::rpc::concurrent
