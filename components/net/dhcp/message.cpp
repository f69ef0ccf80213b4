// SPDX-License-Identifier: BSD-2-Clause
// What a host asks servers of the dynamic host configuration protocol, and what they answer.
#include <net/dhcp/message.hpp>

#include <core/bytes/big_endian.hpp>
#include <core/memory.hpp>
#include <net/internet_address.hpp>

namespace flat::net::dhcp {

namespace {

/// Where the fixed fields are (RFC 2131, section 2).
struct Field {
    static constexpr usize operation = 0; // 1 asks, 2 answers
    static constexpr usize hardware_type = 1;
    static constexpr usize hardware_bytes = 2;
    static constexpr usize number = 4;
    static constexpr usize seconds = 8;
    static constexpr usize flags = 10;
    static constexpr usize own = 12;
    static constexpr usize yours = 16;
    static constexpr usize hardware = 28;
    static constexpr usize server_name = 44;
    static constexpr usize file = 108;
    static constexpr usize cookie = 236;
    static constexpr usize options = 240;
};

constexpr u8 asks = 1;
constexpr u8 answers = 2;
constexpr u8 ethernet = 1;
constexpr u8 ethernet_bytes = 6;
constexpr u16 answer_to_all = 0x8000;
constexpr u32 cookie = 0x6382'5363;

/// Numbers of options (RFC 2132).
struct Option {
    static constexpr u8 nothing = 0;
    static constexpr u8 mask = 1;
    static constexpr u8 gateways = 3;
    static constexpr u8 name_servers = 6;
    static constexpr u8 wanted = 50;
    static constexpr u8 lifetime = 51;
    static constexpr u8 overload = 52;
    static constexpr u8 kind = 53;
    static constexpr u8 server = 54;
    static constexpr u8 told = 55;
    static constexpr u8 bytes_max = 57;
    static constexpr u8 renewal = 58;
    static constexpr u8 rebinding = 59;
    static constexpr u8 client = 61;
    static constexpr u8 end = 255;
};

/// Writes options one after the other.
class OptionWriter {
public:
    explicit OptionWriter(u8* place) : place_(place) {}

    u8* add(u8 option, u8 bytes) {
        place_[0] = option;
        place_[1] = bytes;
        u8* const value = place_ + 2;
        place_ = value + bytes;
        return value;
    }
    void add_address(u8 option, u32 address) {
        if (address != 0) store_big_endian(add(option, 4), address);
    }
    void end() { *place_ = Option::end; }

private:
    u8* place_;
};

/// What the options of an answer say. The first of those that come twice counts.
struct Options {
    u8 kind = 0;
    u8 overload = 0;
    u32 mask = 0;
    u32 gateway = 0;
    u32 name_server = 0;
    u32 server = 0;
    u32 lifetime_s = 0;
    u32 renewal_s = 0;
    u32 rebinding_s = 0;

    /// Reads those of an area. FALSE if one does not fit into it.
    bool read(Span<u8 const> area) {
        for (usize i = 0; i < area.size() && area[i] != Option::end;) {
            if (area[i] == Option::nothing) {
                ++i;
                continue;
            }
            if (area.size() - i < 2 || area.size() - i - 2 < area[i + 1]) return false;
            if (!take(area[i], area.part(i + 2, area[i + 1]))) return false;
            i += 2u + area[i + 1];
        }
        return true;
    }

private:
    bool take(u8 option, Span<u8 const> value) {
        switch (option) {
        case Option::kind:
            return take_byte(kind, value);
        case Option::overload:
            return take_byte(overload, value);
        case Option::mask:
            return take_word(mask, value);
        case Option::gateways:
            return take_word(gateway, value, true);
        case Option::name_servers:
            return take_word(name_server, value, true);
        case Option::server:
            return take_word(server, value);
        case Option::lifetime:
            return take_word(lifetime_s, value);
        case Option::renewal:
            return take_word(renewal_s, value);
        case Option::rebinding:
            return take_word(rebinding_s, value);
        default:
            return true;
        }
    }

    static bool take_byte(u8& member, Span<u8 const> value) {
        if (value.size() != 1) return false;
        if (member == 0) member = value[0];
        return true;
    }

    /// Of a list, the first.
    static bool take_word(u32& member, Span<u8 const> value, bool is_list = false) {
        bool const is_right =
            is_list ? value.size() >= 4 && value.size() % 4 == 0 : value.size() == 4;
        if (is_right && member == 0) member = load_big_endian(value.data());
        return is_right;
    }
};

bool read_options(Span<u8 const> message, Options& options) {
    if (!options.read(message.after(Field::options))) return false;
    bool const has_file = (options.overload & 1) != 0;
    bool const has_name = (options.overload & 2) != 0;
    if (has_file && !options.read(message.part(Field::file, Field::cookie - Field::file)))
        return false;
    return !has_name ||
           options.read(message.part(Field::server_name, Field::file - Field::server_name));
}

/// How many bits of an address name its network where nobody has said so (RFC 791, section 3.2).
u32 natural_prefix(u32 address) {
    if (address >> 31 == 0) return 8;
    return address >> 30 == 2 ? 16 : 24;
}

/// 0 for a mask with holes.
u32 prefix_of(u32 mask) {
    u32 bits = 0;
    while (bits < 32 && mask_of(bits) != mask)
        ++bits;
    return mask_of(bits) == mask ? bits : 0;
}

/// Puts the times into an order; what a server leaves out are a half and seven eighths (RFC 2131,
/// section 4.4.5).
void order_times(Reply& reply) {
    u32 const all = reply.lifetime_s;
    if (reply.rebinding_s == 0 || reply.rebinding_s > all) reply.rebinding_s = all - all / 8;
    if (reply.renewal_s == 0 || reply.renewal_s > reply.rebinding_s)
        reply.renewal_s = reply.rebinding_s < all / 2 ? reply.rebinding_s : all / 2;
}

bool is_for(Span<u8 const> message, u32 number, u64 hardware) {
    u8 const* const bytes = message.data();
    return bytes[Field::operation] == answers && bytes[Field::hardware_type] == ethernet &&
           bytes[Field::hardware_bytes] == ethernet_bytes &&
           load_big_endian(bytes + Field::number) == number &&
           load_big_endian_u48(bytes + Field::hardware) == hardware;
}

} // namespace

void Request::write(u8 (&message)[request_bytes]) const {
    memset(message, 0, request_bytes);
    message[Field::operation] = asks;
    message[Field::hardware_type] = ethernet;
    message[Field::hardware_bytes] = ethernet_bytes;
    store_big_endian(message + Field::number, number);
    store_big_endian_u16(message + Field::seconds, seconds);
    store_big_endian_u16(message + Field::flags, own == 0 ? answer_to_all : u16{0});
    store_big_endian(message + Field::own, own);
    store_big_endian_u48(message + Field::hardware, hardware);
    store_big_endian(message + Field::cookie, cookie);
    OptionWriter options(message + Field::options);
    *options.add(Option::kind, 1) = static_cast<u8>(kind);
    u8* const client = options.add(Option::client, 1 + ethernet_bytes);
    client[0] = ethernet;
    store_big_endian_u48(client + 1, hardware);
    options.add_address(Option::wanted, wanted);
    options.add_address(Option::server, server);
    if (kind != Kind::decline) {
        store_big_endian_u16(options.add(Option::bytes_max, 2), message_bytes_max);
        constexpr u8 told[] = {Option::mask, Option::gateways, Option::name_servers,
                               Option::renewal, Option::rebinding};
        memcpy(options.add(Option::told, sizeof told), told, sizeof told);
    }
    options.end();
}

Reply read_reply(Span<u8 const> message, u32 number, u64 hardware) {
    if (message.size() < Field::options || message.size() > message_bytes_max ||
        load_big_endian(message.data() + Field::cookie) != cookie)
        return {Kind::malformed};
    if (!is_for(message, number, hardware)) return {Kind::foreign};
    Options options;
    if (!read_options(message, options) || options.server == 0) return {Kind::malformed};
    auto const kind = static_cast<Kind>(options.kind);
    if (kind == Kind::refused) return {kind, options.server};
    if (kind != Kind::offer && kind != Kind::acknowledged) return {Kind::malformed};
    u32 const address = load_big_endian(message.data() + Field::yours);
    u32 const prefix = options.mask == 0 ? natural_prefix(address) : prefix_of(options.mask);
    if (!is_host_address(address, prefix) || options.lifetime_s == 0) return {Kind::malformed};
    Reply reply{kind,
                options.server,
                address,
                prefix,
                options.gateway,
                options.name_server,
                options.lifetime_s,
                options.renewal_s,
                options.rebinding_s};
    order_times(reply);
    return reply;
}

} // namespace flat::net::dhcp
