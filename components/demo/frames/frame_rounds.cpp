// SPDX-License-Identifier: BSD-2-Clause
// Sends frames to a server at the other end of its cable, and counts what their echoes cost.
#include <demo/frames/frame_rounds.hpp>

#include <core/measure/least_cost.hpp>
#include <core/net/message.hpp>
#include <core/net/multicast_groups.hpp>
#include <core/panic.hpp>
#include <core/say.hpp>
#include <flat/net/buffers.hpp>

namespace flat::demo::frames {

void FrameRounds::run() {
    if (far) static_cast<void>(far->address()); // waits until the domain serves
    measure(bytes_min);
    measure(bytes_max);
}

void FrameRounds::received(Message& frame) {
    come_bytes_.store(frame.size());
    threads->notify_all(address_of(this));
}

void FrameRounds::measure(u32 bytes) {
    LeastCost cost;
    u32 echoes = 0;
    for (u32 i = 0; i < rounds; ++i) {
        Message frame(buffers->pool());
        write_request(frame, bytes);
        come_bytes_.store(0);
        cost.count([&] {
            bool const is_echo = link->send(frame).is_ok() && has_come(bytes);
            echoes += is_echo ? 1 : 0;
            return is_echo;
        });
    }
    say(*log, "{} frames of {} bytes came back, the driver {}", echoes, bytes, way);
    if (cost.is_known())
        say(*log,
            "@record {}\"of\": \"frame\", \"way\": \"{}\", \"bytes\": {}, \"kernel\": {}, "
            "\"domains\": {}, \"all\": {}{}",
            "{", way, bytes, cost.instructions(), cost.domain_instructions(),
            cost.instructions() + cost.domain_instructions(), "}");
}

/// To all at the cable: the server is the only one there.
void FrameRounds::write_request(Message& frame, u32 bytes) {
    store_hardware_address(frame_, all_cards);
    store_hardware_address(frame_ + hardware_address_bytes, link->address());
    frame_[type_at] = request_type >> 8;
    frame_[type_at + 1] = request_type & 0xff;
    frame_[net::Link::header_bytes] = echo;
    if (frame.append(Span<u8 const>(frame_).first(bytes)).is_error()) panic("no buffer is free");
}

/// Waits for the echo; FALSE if what has come is something else.
bool FrameRounds::has_come(u32 bytes) {
    for (;;) {
        u64 const ticket = threads->ticket();
        if (u32 const come = come_bytes_.load()) return come == bytes;
        threads->wait(address_of(this), ticket);
    }
}

} // namespace flat::demo::frames
