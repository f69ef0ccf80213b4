// SPDX-License-Identifier: BSD-2-Clause
// A bridge that learns behind which port each host is.
#include <router/learning_bridge.hpp>

#include <core/big_endian.hpp>
#include <core/message.hpp>
#include <core/net/multicast_groups.hpp>

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
        if ((destination & reserved_mask) != reserved_groups) flood(port, frame);
        return;
    }
    if (*to != port) ports[*to].send(frame);
}

/// Sends a frame by all ports but one: copies that share its buffers, and last the frame itself.
void LearningBridge::flood(u32 except, Message& frame) {
    u32 const count = static_cast<u32>(ports.size());
    u32 const last = except == count - 1 ? count - 2 : count - 1;
    for (u32 i = 0; i < last && last < count; ++i) {
        if (i == except) continue;
        Message copy(buffers->pool());
        if (frame.share_with(copy).is_ok()) ports[i].send(copy);
    }
    if (last < count) ports[last].send(frame);
}

} // namespace flat::router
