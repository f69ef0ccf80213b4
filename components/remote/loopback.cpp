// SPDX-License-Identifier: BSD-2-Clause
// A network within a kernel, for tests: it loses, doubles, reorders and spoils datagrams.
#include <remote/loopback.hpp>

#include <core/memory.hpp>
#include <core/panic.hpp>

namespace flat::remote {

namespace {

constexpr u64 address_of_all = 1;

} // namespace

Loopback::Loopback(Ports const& ports, Attributes const& attributes)
    : LoopbackComponent(ports, attributes), state_(u64{seed} * 0x9e3779b97f4a7c15 + 1) {
    auto const found =
        allocator->allocate(u64{2} * waiting_max * sizeof(Datagram), alignof(Datagram));
    if (found.is_error()) panic("remote.Loopback: no memory for datagrams");
    memory_ = found.value();
    to_near_.waiting = pointer_to<Datagram>(memory_);
    to_far_.waiting = to_near_.waiting + waiting_max;
}

Loopback::~Loopback() {
    allocator->free(memory_);
}

Result<void, net::SocketError> Loopback::End::send(Span<u8 const> datagram, u64) {
    if (datagram.size() > datagram_bytes_max)
        return net::SocketError{net::SocketError::Code::too_long};
    if (network_.is_fault()) return {};
    network_.add(there_, datagram);
    if (network_.is_fault()) network_.add(there_, datagram);
    return {};
}

Result<net::Datagrams::Arrived, net::SocketError> Loopback::End::receive(Span<u8> datagram,
                                                                         u64 timeout_ns) {
    network_.deliver(there_);
    if (here_.count == 0) return Arrived{0, 0, 0};
    usize const bytes = network_.take(here_, datagram);
    return Arrived{bytes, address_of_all, timeout_ns > 1 ? timeout_ns - 1 : 1};
}

/// What does not fit is lost; so is a bit, sometimes.
void Loopback::add(Line& line, Span<u8 const> datagram) {
    if (line.count == waiting_max || datagram.is_empty()) return;
    Datagram& added = line.waiting[line.count++];
    added.bytes = datagram.size();
    memcpy(added.room, datagram.data(), datagram.size());
    if (is_fault()) {
        u64 const bit = random() % (datagram.size() * 8);
        added.room[bit / 8] ^= static_cast<u8>(1u << bit % 8);
    }
}

/// The oldest datagram, or any other.
usize Loopback::take(Line& line, Span<u8> datagram) {
    u32 const place = is_fault() ? static_cast<u32>(random() % line.count) : 0;
    Datagram const& taken = line.waiting[place];
    usize const bytes = min(taken.bytes, datagram.size());
    memcpy(datagram.data(), taken.room, bytes);
    --line.count;
    for (u32 i = place; i < line.count; ++i)
        memcpy(&line.waiting[i], &line.waiting[i + 1], sizeof(Datagram));
    return bytes;
}

void Loopback::deliver(Line& line) {
    u8 room[datagram_bytes_max];
    while (line.count != 0) {
        Span<u8 const> const datagram(room, take(line, room));
        if (&line == &to_far_)
            listener->arrived(datagram, address_of_all);
        else
            back->arrived(datagram, address_of_all);
    }
}

/// Marsaglia's xorshift generator.
u64 Loopback::random() {
    state_ ^= state_ << 13;
    state_ ^= state_ >> 7;
    state_ ^= state_ << 17;
    return state_;
}

} // namespace flat::remote
