// SPDX-License-Identifier: BSD-2-Clause
// Messages of servers, for tests of the dynamic host configuration protocol.
#pragma once

#include <core/bytes/big_endian.hpp>
#include <net/dhcp/message.hpp>
#include <net/testing.hpp>

namespace flat::net::dhcp::testing {

using namespace net::testing;

constexpr u32 number = 0x11223344;
constexpr u64 hardware = 0x525400123456;
constexpr u32 address = 0x0a000009;

/// Server, mask, gateway, name server, and 800 seconds.
inline Bytes const usual_options =
    hex("36040a000001 0104ffffff00 03040a0000fe 06040a000035 330400000320");

/// What a server answers to the request with this number.
inline Bytes answer(Kind kind, Bytes const& options, u32 yours = address, u32 to = number) {
    Bytes bytes(240);
    bytes[0] = 2;
    bytes[1] = 1;
    bytes[2] = 6;
    store_big_endian(&bytes[4], to);
    store_big_endian(&bytes[16], yours);
    store_big_endian_u48(&bytes[28], hardware);
    store_big_endian(&bytes[236], 0x63825363);
    return bytes + Bytes{53, 1, static_cast<u8>(kind)} + options;
}

} // namespace flat::net::dhcp::testing
