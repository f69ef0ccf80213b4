// SPDX-License-Identifier: BSD-2-Clause
// Options of the Internet protocols, by Linux' numbers (ip(7), linux/in.h).
#pragma once

#include <core/types.hpp>

namespace flat::unix::sockets {

constexpr u32 of_internet = 0; ///< the level IPPROTO_IP

enum InternetOption : u32 {
    type_of_service_option = 1,   ///< IP_TOS
    lifetime_option = 2,          ///< IP_TTL
    packet_options_option = 4,    ///< IP_OPTIONS
    tells_destination_option = 8, ///< IP_PKTINFO
    errors_option = 11,           ///< IP_RECVERR
    tells_lifetime_option = 12,   ///< IP_RECVTTL
};

} // namespace flat::unix::sockets
