// SPDX-License-Identifier: BSD-2-Clause
// One frame out by several ports.
#pragma once

#include <core/net/message.hpp>

namespace flat::router {

/// Sends a frame by all ports but one: copies that share its buffers, and last the frame itself. A
/// copy for which there is no buffer is lost. `Ports` is a collection of `router.Port`.
template<class Ports>
void flood(Ports& ports, BufferPool& pool, u32 except, Message& frame) {
    u32 const count = static_cast<u32>(ports.size());
    u32 const last = except == count - 1 ? count - 2 : count - 1;
    for (u32 i = 0; i < last && last < count; ++i) {
        if (i == except) continue;
        Message copy(pool);
        if (frame.share_with(copy).is_ok()) ports[i].send(copy);
    }
    if (last < count) ports[last].send(frame);
}

} // namespace flat::router
