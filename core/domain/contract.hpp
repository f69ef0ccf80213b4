// SPDX-License-Identifier: BSD-2-Clause
// What the image of a domain beside the kernel's needs of its architecture; the compiler names what
// is missing. The kernel's side of it is in core/contract/crossing.hpp.
#pragma once

#include <core/contract/domain.hpp>
#include <domain/system_call.hpp>

namespace flat::contract {

/// <domain/system_call.hpp>: calls an entry of the domain's table, with up to five words;
/// `forwarded_call` is for those that lead into another domain.
static_assert(requires(u64 number) {
    { domain::system_call(number) } -> SameAs<Answer>;
    { domain::system_call(number, 1, 2, 3, 4, 5) } -> SameAs<Answer>;
    { domain::forwarded_call(number, 1, 2, 3, 4, 5) } -> SameAs<Answer>;
});

} // namespace flat::contract
