// SPDX-License-Identifier: BSD-2-Clause
// Signals to the program that the calling thread works for.
#pragma once

#include <core/calls/domain_calls.hpp>
#include <core/types.hpp>
#include <core/utility.hpp>
#include <machine/user_area.hpp>
#include <machine/user_program.hpp>

// Where a call of a program returns to in user_entry.S; when there is a signal, with more words
// than one; when there are more signals.
extern "C" char const flat_call_returns[];
extern "C" char const flat_signal_returns[];
extern "C" char const flat_signal_words_return[];
extern "C" char const flat_signals_return[];

namespace flat::machine {

/// The word on the kernel stack that says where the running call of a program returns to.
inline u64& call_return(UserThread const& user) {
    return *pointer_to<u64>(user.kernel_stack - 4 * sizeof(u64));
}

/// Whether one signal is to be taken there.
inline bool has_signal(u64 place) {
    return place == address_of(flat_signal_returns) ||
           place == address_of(flat_signal_words_return);
}

/// When the calling thread works for a program of the image, and no signal waits: has it enter
/// upcall `number` when its call returns. Else false. Not in handlers of interrupts.
template<class... Words>
[[gnu::always_inline]] inline bool signal_running(u32 image, u64 number, Words... words) {
    UserThread& user = *abi::flat_user_area.user;
    if (user.program->image != image) return false;
    u64& place = call_return(user);
    u64 expected = address_of(flat_call_returns);
    if (place != expected) return false;
    user.signal.entry = number * sizeof(Call);
    u32 count = 0;
    ((user.signal.words[count++] = words), ...);
    // One instruction, so that an interrupt that sends signals comes before it or after it.
    bool is_set;
    asm volatile("cmpxchgq %3, %1"
                 : "=@ccz"(is_set), "+m"(place), "+a"(expected)
                 : "r"(address_of(count > 1 ? flat_signal_words_return : flat_signal_returns))
                 : "memory");
    return is_set;
}

} // namespace flat::machine
