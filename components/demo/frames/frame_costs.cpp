// SPDX-License-Identifier: BSD-2-Clause
// Two hosts at the ports of a bridge: what it executes for a frame from one to the other.
#include <demo/frames/frame_costs.hpp>

#include <core/bytes/big_endian.hpp>
#include <core/memory.hpp>
#include <core/net/multicast_groups.hpp>
#include <core/panic.hpp>
#include <core/say.hpp>
#include <machine/interrupts.hpp>

namespace flat::demo::frames {

namespace {

constexpr u32 frame_bytes = 60;
constexpr usize addresses_bytes = usize{2} * hardware_address_bytes;
constexpr u32 rounds = 16;
constexpr u64 everybody = 0xffff'ffff'ffff;

/// So long after it was sent a frame has come to its card, if the emulator is not busy.
constexpr u64 on_its_way_ns = 500'000;

/// A frame that has not come by then never will.
constexpr u64 patience_ns = 3'000'000'000;

/// What follows the addresses: a datagram from 10.0.0.1 to 10.0.0.3, port 9, that carries zeros
/// (RFC 791, 768).
constexpr u8 datagram[frame_bytes - addresses_bytes] = {
    0x08, 0x00, 0x45, 0x00, 0x00, 0x2e, 0x00, 0x00, 0x40, 0x00, 0x40, 0x11, 0x66, 0xbc, 0x0a,
    0x00, 0x00, 0x01, 0x0a, 0x00, 0x00, 0x03, 0x04, 0x00, 0x00, 0x09, 0x00, 0x1a, 0x00, 0x00};

} // namespace

void FrameCosts::Host::received(Message& frame) {
    u8 bytes[frame_bytes];
    if (frame.size() != frame_bytes || frame.copy_to(0, Span<u8>(bytes)) != frame_bytes) return;
    if (memcmp(bytes + addresses_bytes, datagram, sizeof datagram) == 0)
        right_.fetch_add(1, MemoryOrder::relaxed);
}

void FrameCosts::run() {
    introduce();
    measure();
    say(*log, "a frame through {}: all have arrived", name);
}

void FrameCosts::wait() {
    u64 const end_ns = timer->now_ns() + on_its_way_ns;
    while (timer->now_ns() < end_ns) {
    }
}

template<class Condition>
void FrameCosts::wait_until(Condition const& condition) {
    u64 const end_ns = timer->now_ns() + patience_ns;
    while (!condition() && timer->now_ns() < end_ns) {
    }
}

void FrameCosts::send(net::Link& from, u64 destination) {
    Message frame(buffers->pool());
    auto const place = frame.extend(frame_bytes);
    if (place.is_error()) panic("there is no buffer for a frame");
    store_big_endian_u48(place.value(), destination);
    store_big_endian_u48(place.value() + hardware_address_bytes, from.address());
    memcpy(place.value() + addresses_bytes, datagram, sizeof datagram);
    if (from.send(frame).is_error()) panic("a frame cannot be sent");
}

/// Each host tells all others that it is there.
void FrameCosts::introduce() {
    machine::enable_interrupts();
    send(*receiver, everybody);
    wait_until([&] { return at_sender_.right() == 1; });
    send(*sender, everybody);
    wait_until([&] { return at_receiver_.right() == 1; });
    machine::disable_interrupts();
    if (at_sender_.right() != 1 || at_receiver_.right() != 1)
        panic("frames to all came to {} and {} hosts", at_sender_.right(), at_receiver_.right());
}

/// Waits until the receiver has so many frames, and lets the entrance pass on what is late.
void FrameCosts::expect_arrived(u32 count) {
    wait_until([&] {
        entrance->poll(1);
        receiver->poll(1);
        return at_receiver_.right() >= count;
    });
    if (at_receiver_.right() != count)
        panic("of {} frames {} have arrived", count, at_receiver_.right());
}

/// Sends a frame and counts what the bridge does, if it is the frame's whole way.
template<class Pass>
void FrameCosts::measure_one(LeastCost& cost, Pass const& pass) {
    u64 const before = exit->statistics().sent_frames;
    send(*sender, receiver->address());
    wait();
    cost.count(pass, [&] { return exit->statistics().sent_frames == before + 1; });
}

void FrameCosts::measure() {
    LeastCost poll, interrupt;
    u32 arrived = at_receiver_.right();
    receiver->set_interrupts(false);
    for (u32 i = 0; i < rounds; ++i) {
        entrance->set_interrupts(false);
        measure_one(poll, [&] { entrance->poll(1); });
        expect_arrived(++arrived);

        entrance->set_interrupts(true);
        measure_one(interrupt, [&] {
            machine::enable_interrupts();
            at_receiver_.right(); // an interrupt comes after the next instruction at the earliest
            at_receiver_.right();
            machine::disable_interrupts();
        });
        expect_arrived(++arrived);
    }
    if (poll.is_known() && interrupt.is_known())
        say(*log, "@record {}\"of\": \"{}\", \"poll\": {}, \"interrupt\": {}{}", "{", name,
            poll.instructions(), interrupt.instructions(), "}");
}

} // namespace flat::demo::frames
