// SPDX-License-Identifier: BSD-2-Clause
// The one way from a domain into the kernel: by the number of an entry in the domain's table.
#pragma once

#include <core/calls/domain_calls.hpp>
#include <core/types.hpp>

namespace flat::domain {

/// Calls entry `number`; the kernel ends a domain that calls one which it does not have. May block.
/// When there is no kernel any more, the process ends.
Answer system_call(u64 number, u64 a = 0, u64 b = 0, u64 c = 0, u64 d = 0, u64 e = 0);

/// The same of an entry that the kernel forwards to another domain.
inline Answer forwarded_call(u64 number, u64 a, u64 b, u64 c, u64 d, u64 e) {
    return system_call(number, a, b, c, d, e);
}

} // namespace flat::domain
