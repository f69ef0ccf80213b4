// SPDX-License-Identifier: BSD-2-Clause
// Datagrams in frames of Ethernet, of one type.
#include <net/datagrams/ethernet_datagrams.hpp>

#include <core/bytes/big_endian.hpp>
#include <core/bytes/hex_digit.hpp>
#include <core/memory.hpp>
#include <core/panic.hpp>
#include <core/timed_wait.hpp>
#include <net/hardware_address.hpp>
#include <net/socket_error_of.hpp>

#include <new>

namespace flat::net::datagrams {

EthernetDatagrams::EthernetDatagrams(Ports const& ports, Attributes const& attributes)
    : EthernetDatagramsComponent(ports, attributes) {
    auto const place = allocator->allocate(waiting * sizeof(Datagram), alignof(Datagram));
    if (place.is_error()) panic("there is no memory for {} datagrams", waiting);
    auto* const datagrams = pointer_to<Datagram>(place.value());
    for (u32 i = 0; i < waiting; ++i)
        new (datagrams + i) Datagram{Message(buffers->pool()), 0};
    queue_.lock()->datagrams = datagrams;
    if (ethernet->open_enable(*this, between(0)).is_error())
        panic("somebody else has the type {x} on this link", type);
}

EthernetDatagrams::~EthernetDatagrams() {
    ethernet->open_disable(between(0));
    Datagram* const datagrams = queue_.lock()->datagrams;
    for (u32 i = 0; i < waiting; ++i)
        datagrams[i].~Datagram();
    allocator->free(address_of(datagrams));
}

/// Six numbers of two hexadecimal digits each, with colons between them.
Result<u64, SocketError> EthernetDatagrams::address(Span<u8 const> text) {
    constexpr usize letters = 17;
    constexpr SocketError invalid{SocketError::Code::invalid};
    if (text.size() != letters) return invalid;
    u64 found = 0;
    for (usize i = 0; i < letters; i += 3) {
        u32 const high = hex_digit_value(static_cast<char>(text[i]));
        u32 const low = hex_digit_value(static_cast<char>(text[i + 1]));
        bool const is_ended = i + 2 == letters || text[i + 2] == ':';
        if (high > 15 || low > 15 || !is_ended) return invalid;
        found = found << 8 | high << 4 | low;
    }
    if (found == 0 || is_group_address(found)) return invalid;
    return found;
}

Result<void, SocketError> EthernetDatagrams::send(Span<u8 const> datagram, u64 destination) {
    if (datagram.size() > bytes_max()) return SocketError{SocketError::too_long};
    Message message(buffers->pool());
    auto const place = message.extend(static_cast<u32>(header_bytes + datagram.size()));
    if (place.is_error()) return SocketError{SocketError::exhausted};
    store_big_endian_u16(place.value(), mark);
    store_big_endian_u16(place.value() + 2, static_cast<u16>(datagram.size()));
    memcpy(place.value() + header_bytes, datagram.data(), datagram.size());
    auto const pushed = last_.push(*ethernet, between(destination), message);
    if (pushed.is_error()) return socket_error_of(pushed.error());
    return {};
}

Result<Datagrams::Arrived, SocketError> EthernetDatagrams::receive(Span<u8> datagram,
                                                                   u64 timeout_ns) {
    TimedWait const waits(*alarms, *threads, condition(), timeout_ns);
    for (;;) {
        u64 const ticket = threads->ticket();
        u64 const left_ns = waits.left_ns();
        Datagram taken{Message(buffers->pool()), 0};
        if (take(taken))
            return Arrived{taken.data.copy_to(0, datagram), taken.sender, max<u64>(left_ns, 1)};
        if (left_ns == 0) return Arrived{0, 0, 0};
        if (!threads->wait(condition(), ticket)) return SocketError{SocketError::failed};
    }
}

bool EthernetDatagrams::take(Datagram& datagram) {
    auto const queue = queue_.lock();
    if (queue->count == 0) return false;
    Datagram& first = queue->datagrams[queue->first];
    datagram.data = flat::move(first.data);
    datagram.sender = first.sender;
    queue->first = queue->first + 1 == waiting ? 0 : queue->first + 1;
    --queue->count;
    return true;
}

bool EthernetDatagrams::deliver(Participants const& participants, Message& message) {
    u8 scratch[header_bytes];
    u8 const* const header = message.peek(header_bytes, scratch);
    if (!header || load_big_endian_u16(header) != mark) return false;
    u32 const bytes = load_big_endian_u16(header + 2);
    if (bytes > message.size() - header_bytes) return false;
    message.pop(header_bytes);
    message.trim(bytes);
    if (add(message, participants.remote)) threads->notify(condition());
    return true;
}

/// False if there is no place for it.
bool EthernetDatagrams::add(Message& message, u64 sender) {
    auto const queue = queue_.lock();
    if (queue->count == waiting) {
        ++queue->dropped;
        return false;
    }
    u32 const place = queue->first + queue->count;
    Datagram& last = queue->datagrams[place < waiting ? place : place - waiting];
    last.data = flat::move(message);
    last.sender = sender;
    ++queue->count;
    return true;
}

} // namespace flat::net::datagrams
