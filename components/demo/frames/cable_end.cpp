// SPDX-License-Identifier: BSD-2-Clause
// One end of the cable: makes frames that tell their sender, and checks those that come.
#include <demo/frames/cable_end.hpp>

#include <core/bytes/big_endian.hpp>
#include <core/net/multicast_groups.hpp>
#include <core/panic.hpp>

namespace flat::demo::frames {

namespace {

constexpr u32 header_bytes = 14;
constexpr u32 number_offset = header_bytes;
constexpr u32 data_offset = number_offset + sizeof(u32);
constexpr u16 experimental_type = 0x88b5;

u8 byte_at(u32 number, u32 offset) {
    return static_cast<u8>(number + offset * 7);
}

void push_header(Message& frame, u64 destination, u64 source) {
    auto const pushed = frame.push(header_bytes);
    if (pushed.is_error()) panic("there is no buffer for a header");
    u8* const place = pushed.value();
    store_hardware_address(place, destination);
    store_hardware_address(place + hardware_address_bytes, source);
    place[12] = experimental_type >> 8;
    place[13] = experimental_type & 0xff;
}

/// What a frame says after its header.
void write_body(u8* body, u32 number, u32 bytes) {
    store_big_endian(body, number);
    for (u32 offset = data_offset; offset < header_bytes + bytes; ++offset)
        body[offset - header_bytes] = byte_at(number, offset);
}

/// Cuts a message into three, shares them with another one and joins it again.
void cut(Message& message, BufferPool& pool) {
    Message copy(pool), second(pool), third(pool);
    bool const is_done = message.share_with(copy).is_ok() &&
                         message.split(message.size() / 3, second).is_ok() &&
                         second.split(second.size() / 2, third).is_ok() &&
                         message.join(second).is_ok() && message.join(third).is_ok();
    if (!is_done) panic("there are no buffers for a frame in pieces");
}

} // namespace

Message CableEnd::body(BufferPool& pool, u32 number) {
    Message body(pool);
    u32 const bytes = size_of(number) - header_bytes;
    auto const place = body.extend(bytes);
    if (place.is_error()) panic("there is no buffer for a frame");
    write_body(place.value(), number, bytes);
    return body;
}

Message CableEnd::frame(BufferPool& pool, u64 destination, u64 source, u32 number) {
    Message frame = body(pool, number);
    push_header(frame, destination, source);
    return frame;
}

void CableEnd::send(net::Link& link, BufferPool& pool, u64 destination, u32 number) {
    Message frame = body(pool, number);
    if (number % 5 == 0) cut(frame, pool);
    push_header(frame, destination, link.address());
    for (;;) {
        auto const sent = link.send(frame);
        if (sent.is_ok()) return;
        if (sent.error().code != net::LinkError::full) panic("the link does not send");
        link.poll(1);
    }
}

void CableEnd::received(Message& frame) {
    if (is_ignoring_) {
        ignored_.fetch_add(1, MemoryOrder::relaxed);
        return;
    }
    Atomic<u32>& count = is_right(frame) ? right_ : wrong_;
    count.fetch_add(1, MemoryOrder::relaxed);
    ++expected_;
}

bool CableEnd::is_right(Message const& frame) const {
    if (frame.size() != size_of(expected_)) return false;
    u8 scratch[frame_bytes_max];
    u8 const* const bytes = frame.peek(frame.size(), scratch);
    if (load_big_endian(bytes + number_offset) != expected_) return false;
    for (u32 offset = data_offset; offset < frame.size(); ++offset)
        if (bytes[offset] != byte_at(expected_, offset)) return false;
    return true;
}

} // namespace flat::demo::frames
