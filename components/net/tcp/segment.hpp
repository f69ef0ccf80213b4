// SPDX-License-Identifier: BSD-2-Clause
// The header of a segment of TCP.
#pragma once

#include <core/maybe.hpp>
#include <core/net/message.hpp>
#include <core/span.hpp>
#include <core/types.hpp>
#include <net/tcp/sequence.hpp>

namespace flat::net::tcp {

/// What a header says (RFC 9293, section 3.1; options of RFC 7323 and 2018).
struct Segment {
    static constexpr u32 header_bytes = 20;
    static constexpr u32 header_bytes_max = 60;
    static constexpr u32 selected_max = 3; // ranges that find room beside timestamps

    enum Flag : u8 { fin = 1, syn = 2, rst = 4, psh = 8, ack = 16, urg = 32 };

    u16 source = 0;
    u16 destination = 0;
    u32 sequence = 0;
    u32 acknowledgement = 0;
    u8 flags = 0;
    u16 window = 0;
    u16 urgent = 0; // with the flag: how far behind its number urgent data end
    u32 data_bytes = 0;
    u16 mss = 0; // 0: no option
    u8 window_shift = 0;
    bool has_window_shift = false;
    bool has_timestamps = false;
    u32 timestamp = 0;
    u32 echoed_timestamp = 0;
    bool may_select = false;           // whoever sends SYN understands ranges
    Range selected[selected_max] = {}; // what has come early, the latest first
    u32 selected_count = 0;

    bool has(Flag flag) const { return (flags & flag) != 0; }

    /// How many sequence numbers it takes.
    u32 length() const { return data_bytes + has(syn) + has(fin); }

    /// How long its header is with its options.
    u32 written_bytes() const;

    /// Puts the header in front of its data, without a checksum.
    Result<u8*, memory::MemoryError> write(Message& message) const;

private:
    void write_selection(u8* option) const;
};

/// Reads the header of a segment and takes it off, and fills `segment`; FALSE if it is malformed.
bool read_segment(Message& message, Segment& segment);

} // namespace flat::net::tcp
