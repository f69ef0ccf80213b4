// SPDX-License-Identifier: BSD-2-Clause
// A name of the domain name system, as text and as messages have it.
#include <net/dns/domain_name.hpp>

#include <core/bytes/big_endian.hpp>

namespace flat::net::dns {

namespace {

constexpr u8 pointer_bits = 0xc0; // of a length: what follows is elsewhere
constexpr u16 target_bits = 0x3fff;

u8 lower(u8 character) {
    return character >= 'A' && character <= 'Z' ? static_cast<u8>(character | 0x20) : character;
}

bool is_for_hosts(u8 character) {
    u8 const small = lower(character);
    return (small >= 'a' && small <= 'z') || (small >= '0' && small <= '9') || small == '-' ||
           small == '_';
}

} // namespace

bool DomainName::parse(Text text) {
    clear();
    Span<u8 const> rest = text.bytes();
    while (!rest.is_empty()) {
        usize length = 0;
        while (length < rest.size() && is_for_hosts(rest[length]))
            ++length;
        bool const has_dot = length < rest.size();
        if (has_dot && rest[length] != '.') return false;
        if (!add(rest.first(length))) return false;
        rest = rest.after(length + (has_dot ? 1 : 0));
    }
    return labels_bytes_ > 0;
}

bool DomainName::read(Span<u8 const> message, usize& offset) {
    clear();
    usize place = offset;
    usize part = offset; // where what is read without following a pointer has begun
    bool is_elsewhere = false;
    while (place < message.size()) {
        u8 const length = message[place];
        usize const after = place + ((length & pointer_bits) == pointer_bits ? 2 : 1);
        if (!is_elsewhere) offset = after;
        if (length == 0) return true;
        if (after > message.size()) return false;
        if ((length & pointer_bits) == pointer_bits) {
            usize const target = load_big_endian_u16(&message[place]) & target_bits;
            if (target >= part) return false;
            place = part = target;
            is_elsewhere = true;
            continue;
        }
        if (length > message.size() - after || !add(message.part(after, length))) return false;
        place = after + length;
    }
    return false;
}

void DomainName::clear() {
    labels_bytes_ = 0;
    bytes_[0] = 0;
}

/// FALSE if it is none, or longer than there is room for.
bool DomainName::add(Span<u8 const> label) {
    if (label.is_empty() || label.size() > label_max) return false;
    if (labels_bytes_ + label.size() + 2 > bytes_max) return false;
    bytes_[labels_bytes_++] = static_cast<u8>(label.size());
    for (u8 const each : label)
        bytes_[labels_bytes_++] = lower(each);
    bytes_[labels_bytes_] = 0;
    return true;
}

} // namespace flat::net::dns
