// SPDX-License-Identifier: BSD-2-Clause
// Messages longer than a datagram: sent in parts, and put together from them.
#include <remote/message.hpp>

#include <core/bits.hpp>
#include <core/memory.hpp>
#include <core/utility.hpp>

namespace flat::remote {

namespace {

usize part_bytes_max(net::Datagrams& datagrams) {
    return min<usize>(datagrams.bytes_max(), datagram_bytes_max) - sizeof(DatagramHeader);
}

} // namespace

void ArrivingMessage::begin(Span<u8> room) {
    *this = {};
    room_ = room;
}

bool ArrivingMessage::add(DatagramHeader const& header, Span<u8 const> part) {
    if (!fits(header, part.size())) return false;
    u64& word = arrived_[header.fragment / 64];
    u64 const mark = bit(header.fragment % 64);
    if (word & mark) return true;
    word |= mark;
    --missing_;
    bool const is_last = header.fragment + 1u == fragments_;
    usize const place = is_last ? total_ - part.size() : header.fragment * part.size();
    if (!part.is_empty()) memcpy(room_.data() + place, part.data(), part.size());
    return true;
}

/// Whether a part is one of the message that the first one began: all parts but the last have one
/// size, so that they lie side by side and within the room.
bool ArrivingMessage::fits(DatagramHeader const& header, usize bytes) {
    bool const is_last = header.fragment + 1 == header.fragments;
    if (header.total > room_.size() || bytes > header.total) return false;
    if (header.fragments == 1 && bytes != header.total) return false;
    u64 const part = is_last ? (header.fragments == 1 ? bytes : part_bytes_) : bytes;
    u64 const before = part * (header.fragments - 1u);
    if (!is_last && (bytes == 0 || before >= header.total || header.total - before > bytes))
        return false;
    if (is_last && part != 0 && before + bytes != header.total) return false;
    if (has_begun() && (header.total != total_ || header.fragments != fragments_)) return false;
    if (!is_last && part_bytes_ != 0 && part_bytes_ != bytes) return false;
    if (!has_begun()) {
        total_ = header.total;
        fragments_ = missing_ = header.fragments;
    }
    if (!is_last) part_bytes_ = static_cast<u32>(bytes);
    return true;
}

void send_message(net::Datagrams& datagrams, u64 destination, DatagramHeader header,
                  Span<u8 const> message, bool first_only) {
    usize const most = part_bytes_max(datagrams);
    u8 datagram[datagram_bytes_max];
    header.total = static_cast<u32>(message.size());
    header.fragments = static_cast<u16>(max<usize>((message.size() + most - 1) / most, 1));
    u32 const count = first_only ? 1 : header.fragments;
    for (u32 i = 0; i < count; ++i) {
        Span<u8 const> const rest = message.after(i * most);
        Span<u8 const> const part = rest.first(min(rest.size(), most));
        header.fragment = static_cast<u16>(i);
        if (!part.is_empty()) memcpy(datagram + sizeof header, part.data(), part.size());
        Span<u8> const whole = Span<u8>(datagram).first(sizeof header + part.size());
        seal(whole, header);
        static_cast<void>(datagrams.send(whole, destination));
    }
}

bool can_send(net::Datagrams& datagrams, usize bytes) {
    return bytes <= part_bytes_max(datagrams) * fragments_max;
}

} // namespace flat::remote
