// SPDX-License-Identifier: BSD-2-Clause
// A socket of the Internet protocols as an open file: its options (ip(7)).
#include <unix/sockets/internet_options.hpp>

#include <core/bits.hpp>
#include <core/memory.hpp>
#include <unix/sockets/internet_socket.hpp>

namespace flat::unix::sockets {

namespace {

constexpr i32 usual_lifetime = 64; // that of `net.ip.Ipv4` where the kernel gives it no other

/// A number that a program has given, of one byte or of four; nothing if it is neither.
Maybe<i32> number_of(Span<u8 const> value) {
    i32 number = 0;
    if (value.is_empty()) return nothing;
    if (value.size() < sizeof number) return i32{value[0]};
    memcpy(&number, value.data(), sizeof number);
    return number;
}

} // namespace

i64 InternetSocket::set_option(u32 level, u32 name, Span<u8 const> value) {
    if (level != of_internet) return failed(Errno::enoprotoopt);
    if (name == packet_options_option) return set_packet_options(value);
    if (!number_option(name)) return failed(Errno::enoprotoopt);
    Maybe<i32> const number = number_of(value);
    return number ? set_number_option(name, *number) : failed(Errno::einval);
}

i64 InternetSocket::set_number_option(u32 name, i32 number) {
    constexpr i32 lifetime_max = 255, usual = -1;
    constexpr u8 congestion_bits = 3; // which TCP has for itself (RFC 3168)
    switch (name) {
    case type_of_service_option: {
        u8 const kept = kind_ == stream ? congestion_bits : u8{0};
        return set_service(static_cast<u8>(number & ~kept), lifetime_);
    }
    case lifetime_option:
        if (number == usual) return set_service(type_of_service_, 0);
        if (number < 1 || number > lifetime_max) return failed(Errno::einval);
        return set_service(type_of_service_, static_cast<u8>(number));
    case errors_option:
        keep_errors(number != 0);
        return 0;
    case tells_destination_option:
        tells_destination_ = number != 0;
        return 0;
    default:
        tells_lifetime_ = number != 0;
        return 0;
    }
}

i64 InternetSocket::set_service(u8 type_of_service, u8 lifetime) {
    type_of_service_ = type_of_service;
    lifetime_ = lifetime;
    auto const set = means_.states.set_service(socket_, type_of_service, lifetime);
    return set.is_ok() ? 0 : failed(Errno::einval);
}

i64 InternetSocket::set_packet_options(Span<u8 const> options) {
    bool const is_set =
        options.size() <= sizeof options_ && means_.states.set_options(socket_, options).is_ok();
    if (!is_set) return failed(Errno::einval);
    memset(options_, 0, sizeof options_);
    memcpy(options_, options.data(), options.size());
    options_bytes_ = align_up(static_cast<u32>(options.size()), sizeof(u32));
    return 0;
}

Maybe<i32> InternetSocket::number_option(u32 name) const {
    switch (name) {
    case type_of_service_option:
        return i32{type_of_service_};
    case lifetime_option:
        return lifetime_ != 0 ? i32{lifetime_} : usual_lifetime;
    case errors_option:
        return i32{keeps_errors_};
    case tells_destination_option:
        return i32{tells_destination_};
    case tells_lifetime_option:
        return i32{tells_lifetime_};
    default:
        return nothing;
    }
}

/// Linux tells what fits into a byte in one if there is no room for more.
i64 InternetSocket::option(u32 level, u32 name, Span<u8> value) {
    if (level != of_internet) return failed(Errno::enoprotoopt);
    if (name == packet_options_option) {
        u64 const bytes = min<u64>(value.size(), options_bytes_);
        memcpy(value.data(), options_, bytes);
        return static_cast<i64>(bytes);
    }
    Maybe<i32> const number = number_option(name);
    if (!number) return failed(Errno::enoprotoopt);
    u64 const bytes = value.size() < sizeof(i32) ? min<u64>(value.size(), 1) : sizeof(i32);
    memcpy(value.data(), &*number, bytes);
    return static_cast<i64>(bytes);
}

} // namespace flat::unix::sockets
