// SPDX-License-Identifier: BSD-2-Clause
// Echoes of ICMP for users of this host: requests are sent, and each answer goes to its user.
#include <net/ip/echo.hpp>

#include <core/bytes/big_endian.hpp>
#include <domain/ticks.hpp>
#include <net/checksum.hpp>
#include <net/ip/icmp_header.hpp>
#include <net/own_address.hpp>

#include <new>

namespace flat::net::ip {

Result<Session*, NetworkError> Echo::open(Upper* upper, Participants const& wanted) {
    constexpr u16 protocol = IcmpHeader::protocol;
    if (wanted.remote == 0) return NetworkError{NetworkError::invalid};
    Session& packets = *TRY(ip->open(nullptr, {wanted.local, wanted.remote, protocol, protocol}));
    Participants const own{packets.participants().local, wanted.remote, wanted.local_port, 0};
    auto const place = allocator->allocate(sizeof(EchoSession), alignof(EchoSession));
    auto const listening = listen(upper, own);
    if (place.is_ok() && listening.is_ok())
        return new (pointer_to<void>(place.value()))
            EchoSession(*this, packets, listening.value(), upper);
    packets.release();
    if (place.is_error()) {
        if (listening.is_ok() && upper) uppers_.remove(listening.value());
        return NetworkError{NetworkError::exhausted};
    }
    allocator->free(place.value());
    return listening.error();
}

/// Lets an upper hear the answers to these; without one there is nothing to do.
Result<Participants, NetworkError> Echo::listen(Upper* upper, Participants const& wanted) {
    Participants participants = wanted;
    participants.remote_port = 0;
    if (!upper) return participants;
    return uppers_.add_anywhere(*upper, participants, static_cast<u32>(domain::ticks() >> 4));
}

Result<Participants, NetworkError> Echo::open_enable(Upper& upper,
                                                     Participants const& participants) {
    TRY(require_own(*ip, participants.local));
    return listen(&upper, participants);
}

void Echo::open_disable(Participants const& participants) {
    uppers_.remove(participants);
}

Result<core::AbstractResource*, core::BindingError> Echo::create(Span<u8 const> hint) {
    return create_session(*this, hint);
}

Result<Top*, core::BindingError> Echo::bind(core::Name& name, Span<u8 const> hint) {
    return bind_session(*this, name, hint);
}

/// Whose answer a message is; there is none whose port is 0.
Participants Echo::asked(Participants const& packet, Message const& message) {
    u8 scratch[IcmpHeader::bytes];
    u8 const* const header = message.peek(IcmpHeader::bytes, scratch);
    u16 const identifier = header ? load_big_endian_u16(header + IcmpHeader::identifier) : u16{0};
    return {packet.local, packet.remote, identifier, 0};
}

bool Echo::pass(Participants const& packet, Message& message, Span<u8 const> options) {
    Participants const participants = asked(packet, message);
    Upper* const upper = uppers_.find(participants);
    ++(upper ? received_ : unwanted_);
    if (!upper) return false;
    auto* const above = options.is_empty() ? nullptr : narrow_to<OptionsUpper>(*upper);
    return above ? above->deliver_with_options(participants, message, options)
                 : upper->deliver(participants, message);
}

bool Echo::deliver(Participants const& packet, Message& message) {
    return pass(packet, message, {});
}

bool Echo::deliver_with_options(Participants const& packet, Message& message,
                                Span<u8 const> options) {
    return pass(packet, message, options);
}

void Echo::failed(Participants const& packet, Report const& report, Span<u8 const> beginning) {
    if (beginning.size() < IcmpHeader::bytes || beginning[0] != echo_request) return;
    Participants const participants{packet.local, packet.remote,
                                    load_big_endian_u16(beginning.data() + IcmpHeader::identifier),
                                    0};
    if (Upper* const upper = uppers_.find(participants))
        upper->failed(participants, report, beginning);
}

/// The user's header is written anew, for its buffer may be shared.
Result<void, NetworkError> Echo::EchoSession::push(Message& message) {
    u8 header[IcmpHeader::bytes];
    bool const is_request =
        message.copy_to(0, header) == sizeof header && header[0] == echo_request && header[1] == 0;
    message.pop(sizeof header);
    auto const place = message.push(sizeof header);
    if (place.is_error() || !is_request) {
        message.clear();
        return NetworkError{is_request ? NetworkError::exhausted : NetworkError::invalid};
    }
    store_big_endian_u16(header + IcmpHeader::checksum, 0);
    store_big_endian_u16(header + IcmpHeader::identifier, participants_.local_port);
    __builtin_memcpy(place.value(), header, sizeof header);
    Checksum checksum;
    checksum.add(message);
    checksum.store(place.value() + IcmpHeader::checksum);
    ++protocol_.sent_;
    return packets_.push(message);
}

void Echo::EchoSession::set_service(u8 type_of_service, u8 lifetime) {
    packets_.set_service(type_of_service, lifetime);
}

Result<void, NetworkError> Echo::EchoSession::set_options(Span<u8 const> options) {
    return packets_.set_options(options);
}

void Echo::EchoSession::release() {
    if (is_listening_) protocol_.uppers_.remove(participants_);
    packets_.release();
    protocol_.allocator->free(address_of(this));
}

} // namespace flat::net::ip
