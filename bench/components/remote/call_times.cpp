// SPDX-License-Identifier: BSD-2-Clause
// Calls a ledger again and again, and says how long the shortest batch takes.
#include <remote/call_times.hpp>

#include <core/panic.hpp>
#include <core/say.hpp>
#include <core/utility.hpp>

namespace flat::remote {

void CallTimes::run() {
    call(warming);
    u64 least_ns = ~u64{0};
    for (u32 i = 0; i < batches; ++i) {
        u64 const begin_ns = timer->now_ns();
        call(calls);
        least_ns = min(least_ns, timer->now_ns() - begin_ns);
    }
    say(*log, "{} calls in {} ns", calls, least_ns);
}

void CallTimes::call(u32 count) {
    for (u32 i = 0; i < count; ++i)
        if (ledger->add(0).is_error()) panic("the ledger does not answer");
}

} // namespace flat::remote
