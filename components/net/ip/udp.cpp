// SPDX-License-Identifier: BSD-2-Clause
// UDP: datagrams between ports.
#include <net/ip/udp.hpp>

#include <core/panic.hpp>
#include <domain/ticks.hpp>
#include <net/checksum.hpp>
#include <net/internet_address.hpp>
#include <net/own_address.hpp>

#include <new>

namespace flat::net::ip {

namespace {

/// Where the fields of a datagram's header are.
struct UdpHeader {
    static constexpr u32 source = 0;
    static constexpr u32 destination = 2;
    static constexpr u32 length = 4;
    static constexpr u32 checksum = 6;
};

} // namespace

Udp::Udp(Ports const& ports, Attributes const& attributes) : UdpComponent(ports, attributes) {
    if (ip->open_enable(*this, {0, 0, protocol, protocol}).is_error())
        panic("somebody else has the protocol UDP");
}

Udp::~Udp() {
    ip->open_disable({0, 0, protocol, protocol});
}

Result<Session*, NetworkError> Udp::open(Upper* upper, Participants const& wanted) {
    if (wanted.remote == 0 || wanted.remote_port == 0) return NetworkError{NetworkError::invalid};
    Session& packets =
        *TRY(ip->open(nullptr, {source_of(*ip, wanted.local), wanted.remote, protocol, protocol}));
    Participants participants = wanted;
    participants.local = packets.participants().local;
    auto const place = allocator->allocate(sizeof(DatagramSession), alignof(DatagramSession));
    auto const listening = listen(upper, participants);
    if (place.is_ok() && listening.is_ok())
        return new (pointer_to<void>(place.value()))
            DatagramSession(*this, packets, listening.value(), upper);
    packets.release();
    if (place.is_error()) {
        if (listening.is_ok() && upper) uppers_.remove(listening.value());
        return NetworkError{NetworkError::exhausted};
    }
    allocator->free(place.value());
    return listening.error();
}

/// Lets an upper hear what comes to these; without one there is nothing to do.
Result<Participants, NetworkError> Udp::listen(Upper* upper, Participants const& wanted) {
    if (!upper) return wanted;
    return uppers_.add_anywhere(*upper, wanted, static_cast<u32>(domain::ticks() >> 4));
}

Result<Participants, NetworkError> Udp::open_enable(Upper& upper,
                                                    Participants const& participants) {
    TRY(require_heard(*ip, participants.local));
    return listen(&upper, participants);
}

void Udp::open_disable(Participants const& participants) {
    uppers_.remove(participants);
}

Result<core::AbstractResource*, core::BindingError> Udp::create(Span<u8 const> hint) {
    return create_session(*this, hint);
}

Result<Top*, core::BindingError> Udp::bind(core::Name& name, Span<u8 const> hint) {
    return bind_session(*this, name, hint);
}

bool Udp::drop() {
    ++malformed_;
    return true;
}

/// Nearly all come without options, and what is asked for those is left out there.
[[gnu::always_inline]] inline bool Udp::take(Participants const& packet, Message& message,
                                             Span<u8 const> options) {
    u8 scratch[header_bytes];
    u8 const* const header = message.peek(header_bytes, scratch);
    if (!header) return drop();
    u32 const length = load_big_endian_u16(header + UdpHeader::length);
    if (length < header_bytes || length > message.size()) return drop();
    message.trim(length);
    if (load_big_endian_u16(header + UdpHeader::checksum) != 0) {
        Checksum checksum;
        checksum.add_u32(static_cast<u32>(packet.remote));
        checksum.add_u32(static_cast<u32>(packet.local));
        checksum.add_u32(protocol + length);
        checksum.add(message);
        if (!checksum.is_right()) return drop();
    }
    Participants const participants{packet.local, packet.remote,
                                    load_big_endian_u16(header + UdpHeader::destination),
                                    load_big_endian_u16(header + UdpHeader::source)};
    Upper* const upper = uppers_.find(participants);
    if (!upper) {
        ++unwanted_;
        return false;
    }
    ++received_;
    message.pop(header_bytes);
    auto* const above = options.is_empty() ? nullptr : narrow_to<OptionsUpper>(*upper);
    if (above)
        above->deliver_with_options(participants, message, options);
    else
        upper->deliver(participants, message);
    return true;
}

bool Udp::deliver(Participants const& packet, Message& message) {
    return take(packet, message, {});
}

bool Udp::deliver_with_options(Participants const& packet, Message& message,
                               Span<u8 const> options) {
    return take(packet, message, options);
}

void Udp::failed(Participants const& packet, Report const& report, Span<u8 const> beginning) {
    if (beginning.size() < header_bytes) return;
    Participants const participants{packet.local, packet.remote,
                                    load_big_endian_u16(beginning.data() + UdpHeader::source),
                                    load_big_endian_u16(beginning.data() + UdpHeader::destination)};
    if (Upper* const upper = uppers_.find(participants))
        upper->failed(participants, report, beginning);
}

Udp::DatagramSession::DatagramSession(Udp& protocol, Session& packets,
                                      Participants const& participants, bool is_listening)
    : protocol_(protocol), packets_(packets), participants_(participants),
      is_checked_(!is_loopback_address(static_cast<u32>(participants.remote))),
      is_listening_(is_listening) {
    Checksum checksum;
    checksum.add_u32(static_cast<u32>(participants.local));
    checksum.add_u32(static_cast<u32>(participants.remote));
    checksum.add(Udp::protocol);
    checksum.add(participants.local_port);
    checksum.add(participants.remote_port);
    sum_ = checksum.folded();
}

Result<void, NetworkError> Udp::DatagramSession::push(Message& message) {
    bool const is_too_long = message.size() > datagram_bytes_max;
    Checksum checksum;
    if (is_checked_) checksum.add(message);
    auto const place = message.push(header_bytes);
    if (place.is_error() || is_too_long) {
        message.clear();
        return NetworkError{is_too_long ? NetworkError::too_long : NetworkError::exhausted};
    }
    ++protocol_.sent_;
    u8* const header = place.value();
    u16 const length = static_cast<u16>(message.size());
    store_big_endian_u16(header + UdpHeader::source, participants_.local_port);
    store_big_endian_u16(header + UdpHeader::destination, participants_.remote_port);
    store_big_endian_u16(header + UdpHeader::length, length);
    if (!is_checked_) {
        store_big_endian_u16(header + UdpHeader::checksum, 0);
        return packets_.push(message);
    }
    checksum.add_folded(sum_);
    checksum.add_u32(2u * length); // in what stands before the header, and in it
    checksum.store_not_zero(header + UdpHeader::checksum); // which would mean that there is none
    return packets_.push(message);
}

void Udp::DatagramSession::set_service(u8 type_of_service, u8 lifetime) {
    packets_.set_service(type_of_service, lifetime);
}

Result<void, NetworkError> Udp::DatagramSession::set_options(Span<u8 const> options) {
    return packets_.set_options(options);
}

void Udp::DatagramSession::release() {
    if (is_listening_) protocol_.uppers_.remove(participants_);
    packets_.release();
    protocol_.allocator->free(address_of(this));
}

} // namespace flat::net::ip
