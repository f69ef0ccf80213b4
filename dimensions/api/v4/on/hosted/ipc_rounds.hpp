// SPDX-License-Identifier: BSD-2-Clause
// Plays ping-pong within the kernel, as its entry code would ask for it, and counts cycles.
#pragma once

#include <abi/ipc_rounds.flat.hpp>
#include <api/thread_id.hpp>
#include <object/space.hpp>
#include <object/tcb.hpp>

namespace flat::abi {

/// Measures a call and its reply, 0 words, within one space and between two. It writes records of
/// the cycles of the time-stamp counter, which say something beside each other only.
class IpcRounds : public IpcRoundsComponent {
public:
    using IpcRoundsComponent::IpcRoundsComponent;

    void run() override;

private:
    Space& create_space();
    Tcb& create_thread(u32 number, Space& space);
    void send(Tcb& from, Tcb& to, api::ThreadId to_id, api::ThreadId then);
    u64 cycles_per_round(Tcb& ping, Tcb& pong);
    void record(char const* space, u64 cycles);
};

} // namespace flat::abi
