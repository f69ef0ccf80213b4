// SPDX-License-Identifier: BSD-2-Clause
// What Schedule sets of a thread beside its priority and its time slice (L4 X.2, section 3.4).
#pragma once

#include <core/types.hpp>

namespace flat::api {

/// How long a thread may run in all, and how long it may delay that others take the processor.
/// Both are charged by ticks.
struct TimeAllowance {
    static constexpr u64 no_limit = ~u64{0};

    u64 quantum_us = no_limit; ///< what is left of it
    u32 delay_max_us = 0;
    u32 delayed_us = 0;        ///< for so long others have been waiting for the processor
    u8 sensitive_priority = 0; ///< threads more urgent than this do not wait

    /// The thread has run for `us`. Returns whether that was the rest of its quantum.
    bool use_up(u64 us) {
        if (quantum_us == no_limit) return false;
        quantum_us -= quantum_us < us ? quantum_us : us;
        return quantum_us == 0;
    }

    /// Whether somebody as urgent as `priority` can still be kept waiting.
    bool may_delay(u32 priority) const {
        return delayed_us < delay_max_us && priority <= sensitive_priority;
    }
};

} // namespace flat::api
