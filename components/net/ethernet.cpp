// SPDX-License-Identifier: BSD-2-Clause
// Ethernet as a protocol: frames by address and type.
#include <net/ethernet.hpp>

#include <core/bytes/big_endian.hpp>
#include <core/memory.hpp>
#include <net/hardware_address.hpp>

#include <new>

namespace flat::net {

namespace {

constexpr u32 source_offset = 6;
constexpr u32 type_offset = 12;

NetworkError::Code code_of(LinkError error) {
    switch (error.code) {
    case LinkError::full:
        return NetworkError::full;
    case LinkError::bad_length:
        return NetworkError::too_long;
    default:
        return NetworkError::unreachable;
    }
}

} // namespace

Result<Session*, NetworkError> Ethernet::open(Upper* upper, Participants const& wanted) {
    if (!is_valid(wanted) || wanted.remote == 0) return NetworkError{NetworkError::invalid};
    Participants participants = wanted;
    participants.local = link->address();
    auto const place = allocator->allocate(sizeof(FrameSession), alignof(FrameSession));
    if (place.is_error()) return NetworkError{NetworkError::exhausted};
    auto const added = upper ? uppers_.add(*upper, participants) : Result<void, NetworkError>{};
    if (added.is_error()) {
        allocator->free(place.value());
        return added.error();
    }
    return new (pointer_to<void>(place.value())) FrameSession(*this, participants, upper);
}

Result<Participants, NetworkError> Ethernet::open_enable(Upper& upper,
                                                         Participants const& participants) {
    if (!is_valid(participants)) return NetworkError{NetworkError::invalid};
    TRY(uppers_.add(upper, participants));
    return participants;
}

void Ethernet::open_disable(Participants const& participants) {
    uppers_.remove(participants);
}

Result<core::AbstractResource*, core::BindingError> Ethernet::create(Span<u8 const> hint) {
    return create_session(*this, hint);
}

Result<Top*, core::BindingError> Ethernet::bind(core::Name& name, Span<u8 const> hint) {
    return bind_session(*this, name, hint);
}

bool Ethernet::is_valid(Participants const& participants) {
    return participants.local_port >= first_type &&
           participants.remote_port == participants.local_port &&
           (participants.local | participants.remote) <= all_cards;
}

void Ethernet::received(Message& frame) {
    u8 scratch[header_bytes];
    u8 const* const header = frame.peek(header_bytes, scratch);
    if (!header) return drop();
    u16 const type = load_big_endian_u16(header + type_offset);
    Participants const participants{load_big_endian_u48(header),
                                    load_big_endian_u48(header + source_offset), type, type};
    bool const is_ours =
        is_group_address(participants.local) || participants.local == link->address();
    Upper* const upper = is_ours ? uppers_.find(participants) : nullptr;
    if (!upper) return drop();
    frame.pop(header_bytes);
    if (!upper->deliver(participants, frame)) drop();
}

Ethernet::FrameSession::FrameSession(Ethernet& protocol, Participants const& participants,
                                     bool is_listening)
    : protocol_(protocol), participants_(participants), is_listening_(is_listening) {
    store_big_endian_u48(header_, participants.remote);
    store_big_endian_u48(header_ + source_offset, participants.local);
    store_big_endian_u16(header_ + type_offset, participants.local_port);
}

Result<void, NetworkError> Ethernet::FrameSession::push(Message& message) {
    auto const place = message.push(header_bytes);
    if (place.is_error()) {
        message.clear();
        return NetworkError{NetworkError::exhausted};
    }
    __builtin_memcpy(place.value(), header_, header_bytes); // by as few words as it has
    auto const sent = protocol_.link->send(message);
    if (sent.is_ok()) return {};
    message.clear();
    return NetworkError{code_of(sent.error())};
}

void Ethernet::FrameSession::release() {
    if (is_listening_) protocol_.uppers_.remove(participants_);
    protocol_.allocator->free(address_of(this));
}

} // namespace flat::net
