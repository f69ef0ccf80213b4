// SPDX-License-Identifier: BSD-2-Clause
// Where packets of IPv4 go.
#pragma once

#include <core/guarded.hpp>
#include <core/maybe.hpp>
#include <core/utility.hpp>
#include <net/ip/packet_header.hpp>

namespace flat::net::ip {

/// A few routes, of which the most exact is taken: a list is as good as anything for so few, and
/// sessions ask only when they are opened.
class Routes : NonCopyable {
public:
    static constexpr u32 routes_max = 32;

    /// To whom, and by which of the attachments.
    struct Hop {
        u32 neighbour;
        u32 attachment;
    };

    /// A way to all addresses that begin with these bits; a gateway of 0 means that they are
    /// neighbours themselves. FALSE if there is no room.
    bool add(u32 destination, u32 prefix_bits, u32 gateway, u32 attachment) {
        auto const table = table_.lock();
        if (table->count == routes_max) return false;
        u32 place = table->count++;
        for (; place > 0 && table->routes[place - 1].prefix_bits < prefix_bits; --place)
            table->routes[place] = table->routes[place - 1];
        table->routes[place] = {destination & mask_of(prefix_bits), prefix_bits, gateway,
                                attachment};
        return true;
    }

    /// Forgets the ways by an attachment but to all its neighbours, and the way to this address of
    /// ours, by whichever.
    void remove(u32 attachment, u32 own_address) {
        auto const table = table_.lock();
        u32 kept = 0;
        for (u32 i = 0; i < table->count; ++i) {
            Route const& each = table->routes[i];
            bool const is_to_us = each.prefix_bits == 32 && each.destination == own_address;
            bool const is_by_it =
                each.attachment == attachment && each.destination != limited_broadcast;
            if (!is_to_us && !is_by_it) table->routes[kept++] = each;
        }
        table->count = kept;
    }

    Maybe<Hop> find(u32 destination) {
        auto const table = table_.lock();
        for (u32 i = 0; i < table->count; ++i) {
            Route const& each = table->routes[i];
            if (((destination ^ each.destination) & mask_of(each.prefix_bits)) != 0) continue;
            return Hop{each.gateway == 0 ? destination : each.gateway, each.attachment};
        }
        return nothing;
    }

private:
    struct Route {
        u32 destination;
        u32 prefix_bits;
        u32 gateway;
        u32 attachment;
    };
    struct Table {
        Route routes[routes_max] = {}; // by falling number of bits
        u32 count = 0;
    };

    Guarded<Table> table_;
};

} // namespace flat::net::ip
