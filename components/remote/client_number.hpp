// SPDX-License-Identifier: BSD-2-Clause
// Numbers of clients and sessions, which no other kernel has chosen.
#pragma once

#include <core/types.hpp>
#include <core/utility.hpp>
#include <domain/ticks.hpp>

namespace flat::remote {

/// A number that no other client has: of the time and the place, well mixed; never 0.
inline u64 number_of_a_client(void const* place) {
    return (domain::ticks() ^ address_of(place)) * 0x9e3779b97f4a7c15 | 1;
}

} // namespace flat::remote
