// SPDX-License-Identifier: BSD-2-Clause
// Where packets of IPv4 go.
#pragma once

#include <core/atomic.hpp>
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
        return insert(
            *table, {destination & mask_of(prefix_bits), prefix_bits, gateway, attachment, false});
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
        bool const is_added = insert(*table, {destination, 32, gateway, attachment, true});
        if (is_added) version_.fetch_add(1, MemoryOrder::relaxed);
        return is_added;
    }

    /// What goes through the gateway to there does not arrive: the next one to the same addresses
    /// takes its place, and what was learned from a redirect is forgotten.
    void doubt(u32 destination) {
        auto const table = table_.lock();
        u32 const place = find_place(*table, destination);
        if (place == table->count || table->routes[place].gateway == 0) return;
        Route const doubted = table->routes[place];
        erase(*table, place);
        if (!doubted.is_redirect) insert(*table, doubted);
        version_.fetch_add(1, MemoryOrder::relaxed);
    }

    /// Another one after each `redirect` or `doubt` that has changed something.
    u32 version() const { return version_.load(MemoryOrder::relaxed); }

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
        u32 const place = find_place(*table, destination);
        if (place == table->count) return nothing;
        Route const& found = table->routes[place];
        return Hop{found.gateway == 0 ? destination : found.gateway, found.attachment};
    }

private:
    struct Route {
        u32 destination;
        u32 prefix_bits;
        u32 gateway;
        u32 attachment;
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
    static u32 find_place(Table const& table, u32 destination) {
        u32 i = 0;
        while (i < table.count && ((destination ^ table.routes[i].destination) &
                                   mask_of(table.routes[i].prefix_bits)) != 0)
            ++i;
        return i;
    }

    Guarded<Table> table_;
    Atomic<u32> version_ = 0;
};

} // namespace flat::net::ip
