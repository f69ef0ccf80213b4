// SPDX-License-Identifier: BSD-2-Clause
// Plays ping-pong within the kernel, as its entry code would ask for it, and counts cycles.
#pragma once

#include <abi/ipc_rounds.flat.hpp>
#include <api/encodings.hpp>
#include <object/space.hpp>
#include <object/tcb.hpp>

namespace flat::abi {

/// Measures a call and its reply, 0 words, within one space and between two, with warm caches and
/// with both threads' control blocks flushed before each entry, as if user code had needed the
/// cache (Dannowski 2006, section V). It writes records of the cycles of the time-stamp counter,
/// which say something beside each other only.
class IpcRounds : public IpcRoundsComponent {
public:
    using IpcRoundsComponent::IpcRoundsComponent;

    void run() override;

private:
    Space& create_space();
    Tcb& create_thread(u32 number, Space& space);
    [[gnu::noinline]] void send(Tcb& from, Tcb& to, api::ThreadId to_id, api::ThreadId then);
    u64 cycles_per_round(Tcb& ping, Tcb& pong);
    u64 flushed_cycles_per_round(Tcb& ping, Tcb& pong);
    void measure(char const* space, Tcb& ping, Tcb& pong, bool is_recorded);
    void record(char const* space, char const* caches, u64 cycles);
};

} // namespace flat::abi
