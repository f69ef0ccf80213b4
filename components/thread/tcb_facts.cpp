// SPDX-License-Identifier: BSD-2-Clause
// What schedulers ask of threads, from the thread control block.
#include <thread/tcb_facts.hpp>

#include <object/tcb.hpp>

namespace flat::thread {

bool TcbFacts::is_runnable(Tcb& thread) {
    return thread.is_runnable();
}

u8 TcbFacts::priority(Tcb& thread) {
    return thread.priority();
}

} // namespace flat::thread
