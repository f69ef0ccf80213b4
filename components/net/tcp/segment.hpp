// SPDX-License-Identifier: BSD-2-Clause
// The header of a segment of TCP.
#pragma once

#include <core/maybe.hpp>
#include <core/message.hpp>
#include <core/span.hpp>
#include <core/types.hpp>

namespace flat::net::tcp {

/// What a header says (RFC 9293, section 3.1; options of RFC 7323).
struct Segment {
    static constexpr u32 header_bytes = 20;
    static constexpr u32 header_bytes_max = 60;

    enum Flag : u8 { fin = 1, syn = 2, rst = 4, psh = 8, ack = 16, urg = 32 };

    u16 source = 0;
    u16 destination = 0;
    u32 sequence = 0;
    u32 acknowledgement = 0;
    u8 flags = 0;
    u16 window = 0;
    u32 data_bytes = 0;
    u16 mss = 0; // 0: no option
    u8 window_shift = 0;
    bool has_window_shift = false;
    bool has_timestamps = false;
    u32 timestamp = 0;
    u32 echoed_timestamp = 0;

    bool has(Flag flag) const { return (flags & flag) != 0; }

    /// How many sequence numbers it takes.
    u32 length() const { return data_bytes + has(syn) + has(fin); }

    /// How long its header is with its options.
    u32 written_bytes() const;

    /// Puts the header in front of its data, without a checksum.
    Result<u8*, memory::MemoryError> write(Message& message) const;
};

/// Reads the header of a segment and takes it off, and fills `segment`; FALSE if it is malformed.
bool read_segment(Message& message, Segment& segment);

} // namespace flat::net::tcp
