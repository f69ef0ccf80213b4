// SPDX-License-Identifier: BSD-2-Clause
// What every domain can ask for: of the root task, of the kernel's debugger, of the kernel.
#pragma once

#include <core/calls/domain_calls.hpp>
#include <core/types.hpp>

namespace flat::domain {

/// Carries out a `BasicCall` but `reply`: there is no other entry, since bindings that leave the
/// domain are messages. May block.
Answer system_call(u64 number, u64 a = 0, u64 b = 0, u64 c = 0, u64 d = 0, u64 e = 0);

/// The same, for code that no API decides.
inline Answer forwarded_call(u64 number, u64 a, u64 b, u64 c, u64 d, u64 e) {
    return system_call(number, a, b, c, d, e);
}

} // namespace flat::domain
