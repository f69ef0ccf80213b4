// SPDX-License-Identifier: BSD-2-Clause
// Initial sequence numbers that keep what a host must know of a client that connects.
#pragma once

#include <core/maybe.hpp>
#include <core/utility.hpp>
#include <flat/net/participants.hpp>
#include <net/sip_hash.hpp>

namespace flat::net::tcp {

/// SYN cookies (RFC 4987, section 3.6, after Bernstein 1996): the partner gives the number back
/// when it acknowledges, so that nothing need be remembered of it meanwhile. From the top: five
/// bits of a clock of 67 s, three of the largest segment, and 24 that are unknown to whoever does
/// not have the key. A number is good for one to two periods of the clock.
class SynCookies {
public:
    SynCookies(u64 key0, u64 key1) : hash_(key0, key1) {}

    /// How long a number is good at the most.
    static constexpr u64 lifetime_us = u64{2} << 26;

    /// The number for whoever has sent `sequence` first, and takes segments of `mss` bytes.
    u32 make(Participants const& participants, u32 sequence, u32 mss, u64 now_us) const {
        u32 size = 0;
        while (size + 1 < sizes && mss_of_size[size + 1] <= mss)
            ++size;
        return number(participants, sequence, static_cast<u32>(now_us >> period_bits) & 31, size);
    }

    /// The bytes of the largest segment, of which some may be missing; nothing if the number is not
    /// one of ours, or too old.
    Maybe<u16> mss_of(u32 cookie, Participants const& participants, u32 sequence,
                      u64 now_us) const {
        u32 const period = cookie >> 27;
        u32 const now = static_cast<u32>(now_us >> period_bits) & 31;
        if (((now - period) & 31) > 1) return nothing;
        u32 const size = cookie >> 24 & 7;
        if (number(participants, sequence, period, size) != cookie) return nothing;
        return mss_of_size[size];
    }

private:
    static constexpr u32 period_bits = 26;
    static constexpr u32 sizes = 8;
    static constexpr u16 mss_of_size[sizes] = {64, 256, 536, 1024, 1220, 1360, 1440, 1460};

    u32 number(Participants const& participants, u32 sequence, u32 period, u32 size) const {
        u32 const open = period << 3 | size;
        u64 const ports = u64{participants.local_port} << 16 | participants.remote_port;
        u64 const secret =
            hash_(participants.local << 32 | participants.remote, ports << 32 | sequence, open);
        return open << 24 | (secret & 0xff'ffff);
    }

    SipHash hash_;
};

} // namespace flat::net::tcp
