// SPDX-License-Identifier: BSD-2-Clause
// What time it is, as objects of System V's IPC note it.
#pragma once

#include <flat/thread/alarms.hpp>
#include <flat/unix/fact_calls.hpp>

namespace flat::unix::ipc {

/// Seconds since 1970.
inline i64 now_s(FactCalls& facts, thread::Alarms& alarms) {
    return (facts.began_ns() + static_cast<i64>(alarms.now_ns())) / 1'000'000'000;
}

} // namespace flat::unix::ipc
