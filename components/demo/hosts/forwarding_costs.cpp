// SPDX-License-Identifier: BSD-2-Clause
// What a host executes for a frame that it forwards.
#include <core/measure/least_cost.hpp>
#include <core/panic.hpp>
#include <core/say.hpp>
#include <demo/hosts/round_trips.hpp>

namespace flat::demo::hosts {

namespace {

/// With headers of UDP, IPv4 and Ethernet it makes the shortest frame.
constexpr u32 shortest_bytes = 18;

/// So long after it was sent a frame has come.
constexpr u64 on_its_way_ns = 500'000;

} // namespace

void RoundTrips::wait() {
    u64 const end_ns = alarms->now_ns() + on_its_way_ns;
    while (alarms->now_ns() < end_ns) {
    }
}

/// Datagrams to a host that both know by each other only: `far` sends them back by its one card,
/// and `near`, which forwards nothing, drops them. Counted is what `far` does when its card is
/// asked, to the end of its sending.
void RoundTrips::measure_forwarding() {
    u32 const socket = opened_at(*near, net::Sockets::Kind::datagram, 0);
    u8 const datagram[shortest_bytes] = {};
    u64 const before = far_card->statistics().sent_frames;
    LeastCost cost;
    near_card->set_interrupts(false);
    far_card->set_interrupts(false);
    for (u32 i = 0; i < rounds; ++i) {
        if (near->send_to(socket, Span<u8 const>(datagram), {beyond_address, port}).is_error())
            panic("nothing can be sent to {x}", u32(beyond_address));
        wait();
        cost.count([&] { return far_card->poll(1) == 1; });
        near_card->poll(1);
    }
    far_card->set_interrupts(true);
    near_card->set_interrupts(true);
    near->close(socket);
    if (far_card->statistics().sent_frames - before < rounds) panic("frames were not forwarded");
    say(*log, "{} frames were forwarded", rounds);
    if (cost.is_known())
        say(*log, "@record {}\"of\": \"forwarded\", \"kernel\": {}{}", "{", cost.instructions(),
            "}");
}

} // namespace flat::demo::hosts
