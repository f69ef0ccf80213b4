// SPDX-License-Identifier: BSD-2-Clause
// Calls of a ledger in another host, which is in this kernel too: what they cost at either end.
#include <demo/hosts/remote_rounds.hpp>

#include <core/panic.hpp>
#include <core/say.hpp>
#include <demo/start.hpp>

#include <new>

namespace flat::demo::hosts {

void RemoteRounds::run() {
    start(*threads, server_);
    u64 const all = measure(Part::all);
    u64 const waiting = measure(Part::waiting);
    u64 const serving = measure(Part::serving);
    say(*log, "{} calls were answered", u64{3} * rounds);
    if (!cost_.is_known()) return;
    u64 const woken = (waiting - serving) / 2;
    tell("both", all);
    tell("client", all - waiting + woken);
    tell("server", serving + woken);
}

u64 RemoteRounds::measure(Part part) {
    cost_.~LeastCost();
    new (&cost_) LeastCost;
    counted_ = part;
    for (u32 i = 0; i < rounds; ++i)
        count(Part::all, [&] {
            if (ledger->add(0).is_error()) panic("the ledger does not answer");
        });
    return cost_.instructions();
}

Result<net::Datagrams::Arrived, net::SocketError> RemoteRounds::receive(Span<u8> datagram,
                                                                        u64 timeout_ns) {
    Result<Arrived, net::SocketError> arrived = Arrived{0, 0, 0};
    count(Part::waiting, [&] { arrived = near->receive(datagram, timeout_ns); });
    return arrived;
}

void RemoteRounds::Server::run() {
    constexpr u64 long_ns = u64{3600} * 1'000'000'000;
    u8 datagram[1500];
    for (;;) {
        auto const arrived = rounds_.far->receive(Span(datagram), long_ns);
        if (arrived.is_error()) panic("the network is gone");
        auto const& [bytes, sender, left_ns] = arrived.value();
        if (bytes == 0) continue;
        rounds_.count(Part::serving,
                      [&] { rounds_.listener->arrived(Span<u8 const>(datagram, bytes), sender); });
    }
}

void RemoteRounds::tell(Text machine, u64 instructions) {
    say(*log, "@record {}\"of\": \"remote call\", \"machine\": \"{}\", \"kernel\": {}{}", "{",
        machine, instructions, "}");
}

} // namespace flat::demo::hosts
