// SPDX-License-Identifier: BSD-2-Clause
// Where packets of IPv4 go.
#pragma once

#include <core/guarded.hpp>
#include <core/maybe.hpp>
#include <core/utility.hpp>
#include <net/ip/packet_header.hpp>

namespace flat::net::ip {

/// A few routes, of which the most exact is taken: a list is as good as anything for so few, and
/// sessions ask only when they are opened, and when a gateway has been replaced by another one.
class Routes : NonCopyable {
public:
    static constexpr u32 routes_max = 32;
    static constexpr u32 redirects_max = 8; // the oldest of which gives its place up

    /// To whom, and by which of the attachments.
    struct Hop {
        u32 neighbour;
        u32 attachment;
    };

    /// A way to all addresses that begin with these bits; a gateway of 0 means that they are
    /// neighbours themselves. FALSE if there is no room.
    bool add(u32 destination, u32 prefix_bits, u32 gateway, u32 attachment) {
        auto const table = table_.lock();
        return insert(*table, {destination & mask_of(prefix_bits), gateway, attachment,
                               static_cast<u8>(prefix_bits), false});
    }

    /// A way to one host, by which a gateway has told that another one is better.
    bool redirect(u32 destination, u32 gateway, u32 attachment) {
        auto const table = table_.lock();
        u32 oldest = table->count;
        u32 redirects = 0;
        for (u32 i = 0; i < table->count; ++i) {
            if (!table->routes[i].is_redirect) continue;
            if (redirects++ == 0) oldest = i; // those of one length are in the order they came in
            if (table->routes[i].destination != destination) continue;
            oldest = i;
            redirects = redirects_max;
            break;
        }
        if (redirects == redirects_max) erase(*table, oldest);
        return insert(*table, {destination, gateway, attachment, 32, true});
    }

    /// What goes through the gateway to there does not arrive: the next one to the same addresses
    /// takes its place, and what was learned from a redirect is forgotten. FALSE if there is no
    /// gateway.
    bool doubt(u32 destination) {
        auto const table = table_.lock();
        u32 place = 0;
        while (place < table->count && !leads_to(table->routes[place], destination))
            ++place;
        if (place == table->count || table->routes[place].gateway == 0) return false;
        Route const doubted = table->routes[place];
        erase(*table, place);
        if (!doubted.is_redirect) insert(*table, doubted);
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
            if (!leads_to(each, destination)) continue;
            return Hop{each.gateway == 0 ? destination : each.gateway, each.attachment};
        }
        return nothing;
    }

private:
    struct Route {
        u32 destination;
        u32 gateway;
        u32 attachment;
        u8 prefix_bits;
        bool is_redirect;
    };
    struct Table {
        Route routes[routes_max] = {}; // by falling number of bits
        u32 count = 0;
    };

    /// After all that are as exact; FALSE if there is no room.
    static bool insert(Table& table, Route const& route) {
        if (table.count == routes_max) return false;
        u32 place = table.count++;
        for (; place > 0 && table.routes[place - 1].prefix_bits < route.prefix_bits; --place)
            table.routes[place] = table.routes[place - 1];
        table.routes[place] = route;
        return true;
    }
    static void erase(Table& table, u32 place) {
        --table.count;
        for (u32 i = place; i < table.count; ++i)
            table.routes[i] = table.routes[i + 1];
    }
    static bool leads_to(Route const& route, u32 destination) {
        return ((destination ^ route.destination) & mask_of(route.prefix_bits)) == 0;
    }

    Guarded<Table> table_;
};

} // namespace flat::net::ip
