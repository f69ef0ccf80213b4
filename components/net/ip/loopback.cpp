// SPDX-License-Identifier: BSD-2-Clause
// The network within this host: what is sent there comes back.
#include <net/ip/loopback.hpp>

#include <core/panic.hpp>

#include <new>

namespace flat::net::ip {

Loopback::Loopback(Ports const& ports, Attributes const& attributes)
    : LoopbackComponent(ports, attributes) {
    auto const place = allocator->allocate(waiting * sizeof(Message), alignof(Message));
    if (place.is_error()) panic("there is no memory for {} packets on the loopback", waiting);
    ring_ = pointer_to<Message>(place.value());
    for (u32 i = 0; i < waiting; ++i)
        new (ring_ + i) Message(buffers->pool());
}

Loopback::~Loopback() {
    for (u32 i = 0; i < waiting; ++i)
        ring_[i].~Message();
    allocator->free(address_of(ring_));
}

Result<void, NetworkError> Loopback::send(u32, Message& packet) {
    {
        auto const waits = waiting_.lock();
        ++waits->packets;
        if (waits->is_delivering) {
            if (waits->count == waiting) {
                ++waits->dropped;
                packet.clear();
                return NetworkError{NetworkError::full};
            }
            ring_[(waits->first + waits->count) % waiting] = flat::move(packet);
            ++waits->count;
            return {};
        }
        waits->is_delivering = true;
    }
    deliver(packet);
    Message next(buffers->pool());
    while (take_next(next))
        deliver(next);
    return {};
}

/// Takes the next packet, or ends the delivering.
bool Loopback::take_next(Message& packet) {
    auto const waits = waiting_.lock();
    if (waits->count == 0) {
        waits->is_delivering = false;
        return false;
    }
    packet = flat::move(ring_[waits->first]);
    waits->first = (waits->first + 1) % waiting;
    --waits->count;
    return true;
}

void Loopback::deliver(Message& packet) {
    if (upper_) upper_->deliver({}, packet);
    packet.clear();
}

} // namespace flat::net::ip
