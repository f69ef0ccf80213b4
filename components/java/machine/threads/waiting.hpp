// SPDX-License-Identifier: BSD-2-Clause
// What a thread of Java waits for, and why it does no more.
#pragma once

#include <core/atomic.hpp>
#include <java/machine/memory/object.hpp>

namespace flat::java {

enum class WaitingFor : u8 {
    nothing,
    monitor,        ///< to enter the monitor of `object`
    notification,   ///< in Object.wait of `object`
    permit,         ///< in LockSupport.park
    time,           ///< in Thread.sleep
    initialization, ///< of `initialized`, by another thread
    threads,        ///< the end of all threads that are no daemons
    references,     ///< what the collector never hands over
};

enum class WokenBy : u8 { time, purpose, interrupt };

/// Written by whoever executes Java; a thread that waits reads `is_woken` alone.
struct Waiting {
    WaitingFor what = WaitingFor::nothing;
    Object* object = nullptr;
    Class* initialized = nullptr;
    u64 deadline_ns = 0; ///< 0: for ever
    u64 order = 0;       ///< those that wait longest go first
    WokenBy woken_by = WokenBy::time;
};

} // namespace flat::java
