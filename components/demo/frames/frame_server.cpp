// SPDX-License-Identifier: BSD-2-Clause
// Answers frames: echoes them, or tells what the card has counted.
#include <demo/frames/frame_server.hpp>

#include <core/memory.hpp>
#include <core/net/message.hpp>
#include <core/net/multicast_groups.hpp>
#include <core/say.hpp>

namespace flat::demo::frames {

namespace {

constexpr u32 type_offset = 2 * hardware_address_bytes;
constexpr u32 request_offset = net::Link::header_bytes;
constexpr u16 request_type = 0x88b5;
constexpr u32 counts = 6;

void store_u64_big_endian(u8* place, u64 value) {
    for (u32 i = 0; i < sizeof value; ++i)
        place[i] = static_cast<u8>(value >> 8 * (sizeof value - 1 - i));
}

} // namespace

void FrameServer::tell_counts() {
    net::Link::Statistics const counted = link->statistics();
    say(*log, "received {} frames, {} bytes; sent {} frames, {} bytes", counted.received_frames,
        counted.received_bytes, counted.sent_frames, counted.sent_bytes);
    say(*log, "missed {}, damaged {}, not sent {}, not answered {}, misbehaved {}",
        counted.missed_frames, counted.receive_errors, counted.send_errors, unanswered_,
        counted.misbehaviours);
}

void FrameServer::state_changed(net::Link::State const& state) {
    say(*log, "the link is {}", state.is_up ? "up" : "down");
}

void FrameServer::received(Message& frame) {
    u8 scratch[request_offset + 1];
    u8 const* const begin = frame.peek(sizeof scratch, scratch);
    if (!begin || begin[type_offset] != request_type >> 8 ||
        begin[type_offset + 1] != (request_type & 0xff))
        return;
    auto const request = static_cast<Request>(begin[request_offset]);
    if (request < Request::echo || request > Request::end) return;
    if (request != Request::end) return answer(frame, request);
    tell_counts();
    ending->end();
}

/// The answer is the frame itself: popped and pushed again, its header lies in a buffer that nobody
/// else has.
void FrameServer::answer(Message& frame, Request request) {
    constexpr u32 bytes = request_offset + 1 + counts * u32(sizeof(u64));
    u32 const changed = request == Request::count ? bytes : request_offset;
    u8 scratch[bytes];
    u8 const* const old = frame.peek(changed, scratch);
    if (!old) return;
    memcpy(scratch, old, changed);
    frame.pop(changed);
    auto const pushed = frame.push(changed);
    if (pushed.is_error()) {
        ++unanswered_;
        return;
    }
    u8* const place = pushed.value();
    memcpy(place, scratch + hardware_address_bytes, hardware_address_bytes);
    store_hardware_address(place + hardware_address_bytes, link->address());
    memcpy(place + type_offset, scratch + type_offset, changed - type_offset);
    if (request == Request::count) write_counts(place + request_offset + 1);
    if (link->send(frame).is_error()) ++unanswered_;
}

void FrameServer::write_counts(u8* place) {
    net::Link::Statistics const counted = link->statistics();
    u64 const numbers[counts] = {counted.sent_frames,
                                 counted.sent_bytes,
                                 counted.received_frames,
                                 counted.received_bytes,
                                 counted.missed_frames,
                                 counted.receive_errors + counted.send_errors + unanswered_ +
                                     counted.misbehaviours};
    for (u64 const number : numbers) {
        store_u64_big_endian(place, number);
        place += sizeof number;
    }
}

} // namespace flat::demo::frames
