// SPDX-License-Identifier: BSD-2-Clause
// What the ways into user mode need of a program, each of them quickly.
#pragma once

#include <core/calls/domain_calls.hpp>
#include <core/containers/list.hpp>
#include <core/types.hpp>
#include <flat/hal/user_mode.hpp>
#include <machine/user_thread.hpp>

namespace flat::machine {

class Handles;

/// How many calls can be in a program at once.
inline constexpr u32 call_stacks = 8;

inline constexpr u32 no_image = ~0u;

/// Filled in by the guest, and used with interrupts disabled; user_entry.S knows the places of the
/// members up to `free`.
struct Program {
    /// What the program can call, and how many entries that has.
    Call const* calls = nullptr;
    u64 call_count = 0;
    /// Its address space.
    paddr page_root = 0;
    /// Where it answers calls of the kernel.
    vaddr upcall_entry = 0;
    /// The first of the stacks that a call can take.
    UserThread* free = nullptr;

    UserThread stacks[call_stacks];
    /// The thread that runs the program as such.
    UserThread first;
    hal::UserMode::Guest* guest = nullptr;
    /// What the guest holds of the kernel's objects, once it has been asked for.
    Handles* handles = nullptr;
    /// Of which image it is; of none, `no_image`.
    u32 image = no_image;
    bool has_stacks = false;
    /// Whether it sees memory that is others', such as a device's.
    bool sees_memory_of_others = false;
    SignalQueue signals;
    ListLink<Program> link; ///< among all

    constexpr Program() {
        first.program = this;
        for (UserThread& each : stacks)
            each.program = this;
    }

    /// Says what its address space is, and where it takes signals: one with at most one word, and
    /// 32 bytes after it any.
    void set_place(paddr root, vaddr for_signals) {
        page_root = root;
        set_place(first, for_signals);
        for (UserThread& each : stacks)
            set_place(each, for_signals);
    }

    /// Says where the stacks for calls end: the first one, and from each to the next; and the same
    /// of where their windows begin.
    void set_stacks(vaddr first_end, u64 distance, vaddr first_window, u64 window_distance) {
        has_stacks = true;
        for (u32 i = 0; i < call_stacks; ++i) {
            stacks[i].user_stack = first_end + i * distance;
            stacks[i].window = first_window + i * window_distance;
            give_back(stacks[i]);
        }
    }

    UserThread* take() {
        UserThread* const taken = free;
        if (taken) free = taken->next_free;
        return taken;
    }

    void give_back(UserThread& stack) {
        stack.next_free = free;
        free = &stack;
    }

    /// The stacks that are in use, a bit each.
    u32 used_stacks() const {
        if (!has_stacks) return 0;
        u32 used = (1u << call_stacks) - 1;
        for (UserThread const* each = free; each; each = each->next_free)
            used &= ~(1u << (each - stacks));
        return used;
    }

    /// Whether no thread is within a call of it.
    bool is_idle() const { return used_stacks() == 0; }

    /// Calls `function` with each `UserThread` that is in use.
    template<class Function>
    void for_each_thread(Function const& function) {
        if (first.continuation != 0) function(first);
        u32 const used = used_stacks();
        for (u32 i = 0; i < call_stacks; ++i)
            if (used & 1u << i) function(stacks[i]);
    }

private:
    void set_place(UserThread& user, vaddr for_signals) const {
        user.page_root = page_root;
        user.signal_entry = for_signals;
    }
};

static_assert(__builtin_offsetof(Program, call_count) == 8);
static_assert(__builtin_offsetof(Program, upcall_entry) == 24);
static_assert(__builtin_offsetof(Program, free) == 32);

} // namespace flat::machine
