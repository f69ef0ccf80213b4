// SPDX-License-Identifier: BSD-2-Clause
// What a frame costs the driver on its way out and in.
#include <core/measure/least_cost.hpp>
#include <core/say.hpp>
#include <demo/frames/cable_check.hpp>
#include <machine/interrupts.hpp>

namespace flat::demo::frames {

namespace {

constexpr u32 rounds = 16;

/// So long after it was sent a frame has come, however slow the machine's cards are.
constexpr u64 on_its_way_ns = 500'000;

} // namespace

void CableCheck::wait(u64 ns) {
    u64 const end_ns = timer->now_ns() + ns;
    while (timer->now_ns() < end_ns) {
    }
}

/// Frames one at a time: how much their driver executes for each to send it, to deliver it when it
/// is asked, and to deliver it in an interrupt, from the trap's entry to its end.
void CableCheck::measure(Side const& from, Side const& to, u32 number) {
    LeastCost send, poll, interrupt;
    u32 const bytes = CableEnd::size_of(number);
    for (u32 i = 0; i < rounds; ++i) {
        to.end.ignore();
        to.link.set_interrupts(false);
        Message first = CableEnd::frame(buffers->pool(), to.link.address(), 0, number);
        send.count([&] { return from.link.send(first).is_ok(); });
        wait(on_its_way_ns);
        poll.count([&] { return to.link.poll(1) == 1; });

        to.link.set_interrupts(true);
        machine::disable_interrupts();
        Message second = CableEnd::frame(buffers->pool(), to.link.address(), 0, number);
        send.count([&] { return from.link.send(second).is_ok(); });
        wait(on_its_way_ns);
        u32 const before = to.end.ignored();
        interrupt.count([&] {
            machine::enable_interrupts();
            for (u32 spins = 0; to.end.ignored() == before && spins < rounds; ++spins) {
            }
            return to.end.ignored() != before;
        });
        machine::enable_interrupts();
    }
    if (send.is_known() && poll.is_known() && interrupt.is_known())
        say(*log, "@record {}\"bytes\": {}, \"send\": {}, \"poll\": {}, \"interrupt\": {}{}", "{",
            bytes, send.instructions(), poll.instructions(), interrupt.instructions(), "}");
}

} // namespace flat::demo::frames
