// SPDX-License-Identifier: BSD-2-Clause
// Serves other kernels, and does nothing else.
#include <remote/server.hpp>

#include <core/panic.hpp>
#include <core/say.hpp>
#include <remote/message.hpp>

namespace flat::remote {

void Server::run() {
    constexpr u64 long_ns = u64{3600} * 1'000'000'000;
    u8 room[datagram_bytes_max];
    say(*log, "serving");
    for (;;) {
        auto const arrived = datagrams->receive(room, long_ns);
        if (arrived.is_error()) panic("remote.Server: the network is gone");
        usize const bytes = arrived.value().bytes;
        if (bytes != 0) listener->arrived(Span<u8 const>(room, bytes), arrived.value().sender);
    }
}

} // namespace flat::remote
