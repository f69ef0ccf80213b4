// SPDX-License-Identifier: BSD-2-Clause
// What a domain does that gets signals.
#pragma once

#include <core/types.hpp>

namespace flat::partners {

/// By these numbers the kernel's side tells the domain's.
enum class SignalWay : u8 {
    calls,                  ///< Has signals sent while it is in calls.
    runs,                   ///< Calls nobody, and waits for three.
    dies,                   ///< In the handler.
    loops,                  ///< In the handler, for ever.
    loops_when_interrupted, ///< The same, where it has called nobody.
};

/// What the domain passes to the kernel's side, beside how often that is to ring.
inline constexpr u64 asks_way = 0;
inline constexpr u64 is_ready = ~u64{0};

} // namespace flat::partners
