// SPDX-License-Identifier: BSD-2-Clause
// The options of a packet of IPv4.
#pragma once

#include <core/result.hpp>
#include <core/span.hpp>
#include <core/types.hpp>
#include <flat/net/network_error.hpp>

namespace flat::net {

/// RFC 791, section 3.1, as RFC 1122, section 3.2.1.8, reads it. Source routes, recorded routes and
/// timestamps are known here; of others only how long they are, and whether each fragment has them.
class PacketOptions {
public:
    static constexpr u32 bytes_max = 40;

    PacketOptions() = default;

    /// Those that came: of one that lies about its length and of what follows it there is nothing.
    static PacketOptions read(Span<u8 const> bytes);

    /// Those that a user wants; `invalid` if they are too long or lie, or if a source route names
    /// nobody, has a beginning of its own, or is one of two.
    static Result<PacketOptions, NetworkError> wanted(Span<u8 const> bytes);

    /// What answers a packet with these: by the reverse source route, with what was recorded (RFC
    /// 1122, section 3.2.2.6).
    PacketOptions answered() const;

    /// Only the reverse source route of these.
    PacketOptions reverse_route() const;

    Span<u8 const> bytes() const { return {bytes_, size_}; }
    bool is_empty() const { return size_ == 0; }

    /// How many bytes they have in a header, which is a multiple of four bytes.
    u32 padded_bytes() const { return (size_ + 3) & ~3u; }

    /// Writes them, padded.
    void write(u8* place) const;

    /// Those that fragments after the first one have.
    PacketOptions of_later_fragments() const;

    /// Whether the packet is to go on by its source route.
    bool is_under_way() const;

    /// Makes of the hosts between two ends what is sent: those after the first, and `last`. Returns
    /// the first, 0 if there is no source route.
    u32 begin_route(u32 last);

    /// Whether the first host of a source route must be a neighbour.
    bool is_strict() const;

    /// Notes in the source route, which is under way, that a host of this address sends the packet
    /// on; returns to whom, 0 if that makes no sense.
    u32 go_on(u32 own);

    /// To whom the packet, whose source route is under way, is to go on.
    u32 next() const;

    /// Makes source routes options that do nothing.
    void forget_route();

    /// Notes that a host of this address sends the packet, or sends it on, now.
    void record(u32 own, u64 now_ns);

    /// Notes that the packet has arrived.
    void record_arrival(u32 own, u64 now_ns);

private:
    /// RFC 791; the upper bit says that each fragment has it.
    enum Type : u8 {
        end = 0,
        no_operation = 1,
        record_route = 7,
        timestamp = 68,
        loose_route = 131,
        strict_route = 137,
        copied = 128
    };

    /// Where the fields of an option are, and of what they count: the first byte is 1.
    struct Place {
        static constexpr u32 length = 1;
        static constexpr u32 pointer = 2;
        static constexpr u32 data = 3;
        static constexpr u32 flags = 3; // of timestamps
        static constexpr u32 stamps = 4;
    };

    static u32 length_at(Span<u8 const> bytes);
    static bool is_route(u8 type) { return type == loose_route || type == strict_route; }
    u8* find_route();
    u8 const* find_route() const { return const_cast<PacketOptions*>(this)->find_route(); }
    template<class Action>
    void for_each(Action action);
    void append(Span<u8 const> option);
    void append_reverse(u8 const* route);
    static void record_address(u8* option, u32 own);
    static void record_time(u8* option, u32 own, u64 now_ns);

    u8 bytes_[bytes_max] = {};
    u32 size_ = 0;
};

} // namespace flat::net
