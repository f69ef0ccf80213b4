// SPDX-License-Identifier: BSD-2-Clause
// A bridge that learns behind which port each host is.
#include <router/learning_bridge.hpp>

#include <core/bytes/big_endian.hpp>
#include <core/net/message.hpp>
#include <core/net/multicast_groups.hpp>
#include <router/flood.hpp>

namespace flat::router {

namespace {

constexpr u64 reserved_groups = 0x0180'c200'0000;
constexpr u64 reserved_mask = 0xffff'ffff'fff0;

} // namespace

void LearningBridge::arrived(u32 port, Message& frame) {
    u8 scratch[2 * hardware_address_bytes];
    u8 const* const header = frame.peek(sizeof scratch, scratch);
    if (!header) return;
    u64 const destination = load_big_endian_u48(header);
    u64 const source = load_big_endian_u48(header + hardware_address_bytes);
    Maybe<u32> to;
    {
        auto const table = table_.lock();
        if (!is_group_address(source)) table->learn(source, port);
        if (!is_group_address(destination)) to = table->find(destination);
    }
    if (!to) {
        if ((destination & reserved_mask) != reserved_groups)
            flood(ports, buffers->pool(), port, frame);
        return;
    }
    if (*to != port) ports[*to].send(frame);
}

} // namespace flat::router
