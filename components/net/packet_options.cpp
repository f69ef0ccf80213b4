// SPDX-License-Identifier: BSD-2-Clause
// The options of a packet of IPv4.
#include <net/packet_options.hpp>

#include <core/bytes/big_endian.hpp>
#include <core/memory.hpp>
#include <core/utility.hpp>

namespace flat::net {

namespace {

constexpr u32 address_bytes = 4;
constexpr u32 first_pointer = 4;       // of routes
constexpr u32 first_stamp_pointer = 5; // of timestamps

/// How many addresses a route has room for.
u32 places_of(u8 const* route) {
    return (route[1] - 3u) / address_bytes;
}

} // namespace

/// Of the first option; 0 if it has none that can be.
u32 PacketOptions::length_at(Span<u8 const> bytes) {
    if (bytes[0] == no_operation) return 1;
    if (bytes.size() < 2 || bytes[Place::length] < 2 || bytes[Place::length] > bytes.size())
        return 0;
    u32 const length = bytes[Place::length];
    bool const has_pointer =
        is_route(bytes[0]) || bytes[0] == record_route || bytes[0] == timestamp;
    u32 const header = bytes[0] == timestamp ? Place::stamps : Place::data;
    return has_pointer && length < header ? 0 : length;
}

PacketOptions PacketOptions::read(Span<u8 const> bytes) {
    PacketOptions options;
    u32 size = 0;
    while (size < min(bytes.size(), usize{bytes_max}) && bytes[size] != end) {
        u32 const length = length_at(bytes.after(size));
        if (length == 0) break;
        size += length;
    }
    options.append(bytes.first(size));
    return options;
}

Result<PacketOptions, NetworkError> PacketOptions::wanted(Span<u8 const> bytes) {
    if (bytes.size() > bytes_max) return NetworkError{NetworkError::invalid};
    PacketOptions options = read(bytes);
    for (u8 const rest : bytes.after(options.size_))
        if (rest != end) return NetworkError{NetworkError::invalid};
    u32 routes = 0;
    bool makes_sense = true;
    options.for_each([&](u8* option) {
        if (!is_route(option[0])) return;
        ++routes;
        u32 const addresses = option[Place::length] - Place::data;
        makes_sense = makes_sense && addresses != 0 && addresses % address_bytes == 0 &&
                      load_big_endian(option + Place::data) != 0 &&
                      option[Place::pointer] == first_pointer;
    });
    if (!makes_sense || routes > 1) return NetworkError{NetworkError::invalid};
    return options;
}

void PacketOptions::append(Span<u8 const> option) {
    memcpy(bytes_ + size_, option.data(), option.size());
    size_ += static_cast<u32>(option.size());
}

/// Calls `action` with each option of more than one byte; all have lengths that can be.
template<class Action>
void PacketOptions::for_each(Action action) {
    for (u32 place = 0; place < size_;) {
        u32 const length = length_at(Span<u8 const>(bytes_ + place, size_ - place));
        if (bytes_[place] != no_operation) action(bytes_ + place);
        place += length;
    }
}

u8* PacketOptions::find_route() {
    u8* found = nullptr;
    for_each([&](u8* option) {
        if (is_route(option[0]) && !found) found = option;
    });
    return found;
}

void PacketOptions::write(u8* place) const {
    memset(place, end, padded_bytes());
    memcpy(place, bytes_, size_);
}

PacketOptions PacketOptions::of_later_fragments() const {
    PacketOptions all = *this, kept;
    all.for_each([&](u8* option) {
        if ((option[0] & copied) != 0) kept.append({option, option[Place::length]});
    });
    return kept;
}

bool PacketOptions::is_under_way() const {
    u8 const* const route = find_route();
    return route && route[Place::pointer] + address_bytes - 1 <= route[Place::length];
}

u32 PacketOptions::next() const {
    u8 const* const route = find_route();
    return route[Place::pointer] < first_pointer
               ? 0
               : load_big_endian(route + route[Place::pointer] - 1);
}

u32 PacketOptions::go_on(u32 own) {
    u32 const to = next();
    u8* const route = find_route();
    if (to != 0) record_address(route, own);
    return to;
}

bool PacketOptions::is_strict() const {
    u8 const* const route = find_route();
    return route && route[0] == strict_route;
}

u32 PacketOptions::begin_route(u32 last) {
    u8* const route = find_route();
    if (!route) return 0;
    u8* const addresses = route + Place::data;
    u32 const others = (places_of(route) - 1) * address_bytes;
    u32 const first = load_big_endian(addresses);
    memmove(addresses, addresses + address_bytes, others);
    store_big_endian(addresses + others, last);
    return first;
}

void PacketOptions::forget_route() {
    for_each([](u8* option) {
        if (is_route(option[0])) memset(option, no_operation, option[Place::length]);
    });
}

/// The hosts that the packet has come by, the last of them first.
void PacketOptions::append_reverse(u8 const* route) {
    u32 const passed =
        min((route[Place::pointer] - first_pointer) / address_bytes, places_of(route));
    if (route[Place::pointer] < first_pointer || passed == 0) return;
    u8 reverse[bytes_max] = {route[0], static_cast<u8>(Place::data + passed * address_bytes),
                             first_pointer};
    u8* to = reverse + Place::data;
    for (u32 left = passed * address_bytes; left != 0; to += address_bytes) {
        left -= address_bytes;
        memcpy(to, route + Place::data + left, address_bytes);
    }
    append({reverse, reverse[Place::length]});
}

PacketOptions PacketOptions::reverse_route() const {
    PacketOptions reverse;
    if (u8 const* const route = find_route()) reverse.append_reverse(route);
    return reverse;
}

PacketOptions PacketOptions::answered() const {
    PacketOptions all = *this, answer = reverse_route();
    all.for_each([&](u8* option) {
        if (option[0] == record_route || option[0] == timestamp)
            answer.append({option, option[Place::length]});
    });
    return answer;
}

void PacketOptions::record(u32 own, u64 now_ns) {
    for_each([&](u8* option) {
        if (option[0] == record_route) record_address(option, own);
        if (option[0] == timestamp) record_time(option, own, now_ns);
    });
}

void PacketOptions::record_arrival(u32 own, u64 now_ns) {
    for_each([&](u8* option) {
        if (option[0] == timestamp) record_time(option, own, now_ns);
    });
}

void PacketOptions::record_address(u8* option, u32 own) {
    u32 const pointer = option[Place::pointer];
    if (pointer < first_pointer || pointer + address_bytes - 1 > option[Place::length]) return;
    store_big_endian(option + pointer - 1, own);
    option[Place::pointer] = static_cast<u8>(pointer + address_bytes);
}

/// Alone, after our address, or where the next address is ours; where there is no room, one more
/// host is counted that could not record. The time is no universal one, as its upper bit says.
void PacketOptions::record_time(u8* option, u32 own, u64 now_ns) {
    enum Flag : u32 { alone = 0, with_address = 1, where_asked = 3, flag_mask = 15 };
    constexpr u32 not_universal = 0x8000'0000, overflow_unit = 16, overflow_max = 0xf0;
    constexpr u64 ns_per_ms = 1'000'000;
    u32 const flag = option[Place::flags] & flag_mask;
    u32 const pointer = option[Place::pointer];
    u32 const bytes = flag == alone ? 4 : 8;
    if (pointer < first_stamp_pointer ||
        (flag != alone && flag != with_address && flag != where_asked))
        return;
    if (pointer + bytes - 1 > option[Place::length]) {
        bool const counts = flag != where_asked && option[Place::flags] < overflow_max;
        if (counts) option[Place::flags] = static_cast<u8>(option[Place::flags] + overflow_unit);
        return;
    }
    u8* place = option + pointer - 1;
    if (flag == where_asked && load_big_endian(place) != own) return;
    if (flag != alone) {
        store_big_endian(place, own);
        place += address_bytes;
    }
    store_big_endian(place, static_cast<u32>(now_ns / ns_per_ms) | not_universal);
    option[Place::pointer] = static_cast<u8>(pointer + bytes);
}

} // namespace flat::net
