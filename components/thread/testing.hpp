// SPDX-License-Identifier: BSD-2-Clause
// Threads for tests of schedulers.
#pragma once

#include <object/tcb.hpp>

namespace flat::thread::testing {

/// A thread of some priority that is runnable until a test blocks it.
class TestThread : public Tcb {
public:
    explicit TestThread(u8 priority = 100) {
        set_priority(priority);
        unblock();
    }
    void block() { set_state(api::ThreadState::waiting); }
    void unblock() { set_state(api::ThreadState::runnable); }
};

} // namespace flat::thread::testing
