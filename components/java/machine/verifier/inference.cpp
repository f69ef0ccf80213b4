// SPDX-License-Identifier: BSD-2-Clause
// Verification by type inference (JVMS 17, 4.10.2).
#include <java/machine/verifier/inference.hpp>

namespace flat::java {

bool Inference::run() {
    if (!begin() || !begin_states() || !flow_to(0)) return false;
    while (due_) {
        State& state = *due_;
        due_ = state.next_due;
        state.is_due = false;
        if (!run_from(state)) return false;
    }
    return true;
}

/// Frames are also kept before calls of subroutines and before `ret`, which take from each other.
bool Inference::begin_states() {
    map_.mark_target(0);
    for (u32 at = 0; at < code_.size(); at += map_.size_at(at)) {
        u8 const code = code_[at];
        bool const is_call = code == opcode::jsr || code == opcode::jsr_w;
        bool const is_wide_return = code == opcode::wide && code_[at + 1] == opcode::ret;
        if (is_call || is_wide_return || code == opcode::ret) map_.mark_target(at);
        u32 const next = at + map_.size_at(at);
        if (is_call && map_.is_instruction(next)) map_.mark_target(next);
    }
    auto const locals = static_cast<u32>(frame_.locals().size());
    words_ = locals / 64 + 1;
    u64* const bits = scratch_.make<u64>(u64{words_} * 2 * subroutines_max);
    states_ = scratch_.make<State*>(code_.size());
    if (!bits || !states_ ||
        !other_.begin(scratch_, locals, static_cast<u32>(frame_.stack().size())))
        return fail_for_memory();
    for (u32 i = 0; i < subroutines_max; ++i) {
        running_.list[i].written = bits + u64{words_} * 2 * i;
        other_running_.list[i].written = bits + u64{words_} * (2 * i + 1);
    }
    return true;
}

bool Inference::run_from(State& state) {
    current_ = &state;
    load(state);
    for (u32 at = state.at;;) {
        if (!spend(frame_.depth) || !step(at)) return false;
        if (!falls_through_) return true;
        at += map_.size_at(at);
        if (at >= code_.size()) return fail("Control flow falls through code end");
        if (map_.is_target(at)) return flow_to(at);
    }
}

void Inference::load(State const& state) {
    frame_.clear_locals();
    for (u32 i = 0; i < state.locals_used; ++i)
        frame_.locals()[i] = state.locals[i];
    for (u32 i = 0; i < state.depth; ++i)
        frame_.stack()[i] = state.stack[i];
    frame_.locals_used = state.locals_used;
    frame_.depth = state.depth;
    frame_.is_this_uninitialized = state.is_this_uninitialized;
    running_.count = state.subroutine_count;
    for (u32 i = 0; i < running_.count; ++i) {
        running_.list[i].entry = state.subroutines[i].entry;
        memcpy(running_.list[i].written, state.subroutines[i].written, words_ * sizeof(u64));
    }
    has_new_locals_ = true;
}

bool Inference::flow_to(u32 target) {
    return merge_into(target, frame_, running_);
}

bool Inference::flow_to_handler(Handler const& handler) {
    if (frame_.stack().is_empty())
        return fail("Operand stack overflow", "Exceeded max stack size at a handler.");
    u32 const depth = frame_.depth;
    ValueType const lowest = frame_.stack()[0];
    frame_.depth = 1;
    frame_.stack()[0] = caught_by(handler);
    bool const is_done = flow_to(handler.target);
    frame_.stack()[0] = lowest;
    frame_.depth = depth;
    return is_done;
}

void Inference::mark_due(State& state) {
    if (state.is_due) return;
    state.is_due = true;
    state.next_due = due_;
    due_ = &state;
}

bool Inference::merge_into(u32 target, TypeFrame const& frame, Subroutines const& running) {
    if (!spend(frame.locals_used + frame.depth)) return false;
    State* const state = states_[target];
    if (!state) return make_state(target, frame, running);
    bool is_changed = false;
    if (!merge_types(*state, frame, is_changed)) return false;
    if (merge_subroutines(*state, running) || is_changed) mark_due(*state);
    return !rules_.has_failed() || fail({});
}

bool Inference::make_state(u32 target, TypeFrame const& frame, Subroutines const& running) {
    auto* const made = scratch_.make<State>();
    if (!made) return fail_for_memory();
    *made = {target,  frame.locals_used, frame.depth, 0,
             nullptr, nullptr,           nullptr,     first_,
             nullptr, not_returned,      false,       frame.is_this_uninitialized};
    made->locals = scratch_.make<ValueType>(frame.locals_used);
    made->stack = scratch_.make<ValueType>(frame.depth);
    if (!made->locals || !made->stack || !copy_subroutines(*made, running))
        return fail_for_memory();
    for (u32 i = 0; i < frame.locals_used; ++i)
        made->locals[i] = frame.locals()[i];
    for (u32 i = 0; i < frame.depth; ++i)
        made->stack[i] = frame.stack()[i];
    first_ = made;
    states_[target] = made;
    mark_due(*made);
    return true;
}

bool Inference::copy_subroutines(State& state, Subroutines const& running) {
    state.subroutine_count = running.count;
    state.subroutines = scratch_.make<Subroutine>(running.count);
    if (!state.subroutines) return false;
    for (u32 i = 0; i < running.count; ++i) {
        state.subroutines[i] = {running.list[i].entry, scratch_.make<u64>(words_)};
        if (!state.subroutines[i].written) return false;
        memcpy(state.subroutines[i].written, running.list[i].written, words_ * sizeof(u64));
    }
    return true;
}

bool Inference::merge_types(State& state, TypeFrame const& frame, bool& is_changed) {
    if (state.depth != frame.depth)
        return fail("Inconsistent stack height", "{} values at {}, {} before.", frame.depth,
                    state.at, state.depth);
    u32 const used = min(state.locals_used, frame.locals_used);
    is_changed = used != state.locals_used;
    state.locals_used = used;
    auto const merge = [&](ValueType& into, ValueType other) {
        ValueType const both = rules_.merge(into, other);
        is_changed |= !(both == into);
        into = both;
    };
    for (u32 i = 0; i < used; ++i)
        merge(state.locals[i], frame.locals()[i]);
    for (u32 i = 0; i < state.depth; ++i)
        merge(state.stack[i], frame.stack()[i]);
    is_changed |= frame.is_this_uninitialized && !state.is_this_uninitialized;
    state.is_this_uninitialized |= frame.is_this_uninitialized;
    return true;
}

/// Those that run wherever control comes from, and what any of them has written. Whether that is
/// something new.
bool Inference::merge_subroutines(State& state, Subroutines const& running) {
    bool is_changed = false;
    u32 kept = 0;
    u32 next = 0;
    for (u32 i = 0; i < state.subroutine_count; ++i) {
        Subroutine const each = state.subroutines[i];
        u32 same = next;
        while (same < running.count && running.list[same].entry != each.entry)
            ++same;
        if (same == running.count) continue;
        next = same + 1;
        for (u32 word = 0; word < words_; ++word) {
            is_changed |= (running.list[same].written[word] & ~each.written[word]) != 0;
            each.written[word] |= running.list[same].written[word];
        }
        state.subroutines[kept++] = each;
    }
    is_changed |= kept != state.subroutine_count;
    state.subroutine_count = kept;
    return is_changed;
}

} // namespace flat::java
