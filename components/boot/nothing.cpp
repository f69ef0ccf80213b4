// SPDX-License-Identifier: BSD-2-Clause
// The entry of a domain that only serves others.
#include <boot/nothing.hpp>

namespace flat::boot {

void Nothing::run() {}

} // namespace flat::boot
