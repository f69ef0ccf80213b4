// SPDX-License-Identifier: BSD-2-Clause
// An Ethernet that this host is attached to by an address of IPv4, and its neighbours.
#include <net/ip/arp.hpp>

#include <core/panic.hpp>
#include <core/say.hpp>
#include <net/hardware_address.hpp>
#include <net/ip/icmp_header.hpp>
#include <net/ip/packet_header.hpp>

#include <new>

namespace flat::net::ip {

namespace {

constexpr u16 arp_type = 0x0806;
constexpr u16 ipv4_type = 0x0800;

constexpr u64 ns_per_ms = 1'000'000;
constexpr u64 asking_ns = 1000 * ns_per_ms;
constexpr u64 defence_ns = 10'000 * ns_per_ms;

} // namespace

Arp::Arp(Ports const& ports, Attributes const& attributes) : ArpComponent(ports, attributes) {
    if (own_address != 0 && !is_host_address(own_address, prefix))
        panic("{x} with a prefix of {} bits is no address of a host", u32(own_address),
              u32(prefix));
    place_.store(own_address == 0 ? nowhere : Place{own_address, prefix}, MemoryOrder::relaxed);
    auto const place = allocator->allocate(neighbours * sizeof(Neighbour), alignof(Neighbour));
    auto const all = ethernet->open(nullptr, {0, all_cards, ipv4_type, ipv4_type});
    auto const ask = ethernet->open(nullptr, {0, all_cards, arp_type, arp_type});
    if (place.is_error() || all.is_error() || ask.is_error())
        panic("there is no memory for {} neighbours", neighbours);
    to_all_ = all.value();
    ask_all_ = ask.value();
    auto const cache = cache_.lock();
    cache->first = pointer_to<Neighbour>(place.value());
    for (u32 i = 0; i < neighbours; ++i)
        new (&slot(*cache, i)) Neighbour(buffers->pool());
    if (ethernet->open_enable(*this, {0, 0, arp_type, arp_type}).is_error())
        panic("somebody else has the protocol ARP on this link");
}

Arp::~Arp() {
    alarms->cancel(*this);
    ethernet->open_disable({0, 0, arp_type, arp_type});
    if (upper_) ethernet->open_disable({0, 0, ipv4_type, ipv4_type});
    auto const cache = cache_.lock();
    for (u32 i = 0; i < neighbours; ++i) {
        forget(slot(*cache, i));
        slot(*cache, i).~Neighbour();
    }
    allocator->free(address_of(cache->first));
    ask_all_->release();
    to_all_->release();
}

void Arp::attach(Upper& upper) {
    upper_ = &upper;
    if (ethernet->open_enable(upper, {0, 0, ipv4_type, ipv4_type}).is_error())
        panic("somebody else has IPv4 on this link");
    if (address() != 0) announce();
}

/// RFC 5227, section 2.3.
void Arp::announce() {
    tell(ArpPacket::request, address(), 0, address());
}

Result<void, NetworkError> Arp::set_address(u32 address, u32 prefix_bits) {
    if (address != 0 && !is_host_address(address, prefix_bits))
        return NetworkError{NetworkError::invalid};
    {
        auto const cache = cache_.lock();
        for (u32 i = 0; i < neighbours; ++i)
            forget(slot(*cache, i));
        cache->defended_ns = 0;
        place_.store(address == 0 ? nowhere : Place{address, prefix_bits}, MemoryOrder::relaxed);
        probed_.store(0, MemoryOrder::relaxed);
    }
    if (address != 0) announce();
    return {};
}

Result<void, NetworkError> Arp::probe(u32 address) {
    is_taken_.store(false, MemoryOrder::relaxed);
    probed_.store(address, MemoryOrder::relaxed);
    tell(ArpPacket::request, 0, 0, address);
    return {};
}

Result<void, NetworkError> Arp::send(u32 neighbour, Message& packet) {
    if (is_broadcast(neighbour)) return send_to_all(packet);
    if (address() == 0) {
        packet.clear();
        return NetworkError{NetworkError::unreachable};
    }
    auto const cache = cache_.lock();
    Neighbour* known = find(*cache, neighbour);
    if (known && known->session) {
        if (alarms->now_ns() >= known->due_ns) ask(*cache, *known);
        if (known->session) return known->session->push(packet);
    }
    if (!known) known = &make_room(*cache, neighbour);
    known->waiting = flat::move(packet);
    if (known->due_ns == 0) ask(*cache, *known);
    return {};
}

Result<void, NetworkError> Arp::send_to_all(Message& packet) {
    return to_all_->push(packet);
}

bool Arp::is_broadcast(u32 address) const {
    Place const own = place();
    return address == limited_broadcast ||
           (own.address != 0 && (address | mask_of(own.prefix_bits)) == limited_broadcast);
}

Arp::Neighbour* Arp::find(Cache& cache, u32 address) {
    u32 const first = address % (neighbours / ways) * ways;
    for (u32 i = first; i < first + ways; ++i)
        if (slot(cache, i).address == address) return &slot(cache, i);
    return nullptr;
}

/// An entry for an address that has none: a free one, or that which would be asked for first.
Arp::Neighbour& Arp::make_room(Cache& cache, u32 address) {
    u32 const first = address % (neighbours / ways) * ways;
    Neighbour* chosen = &slot(cache, first);
    for (u32 i = first; i < first + ways; ++i) {
        Neighbour& each = slot(cache, i);
        if (each.due_ns < chosen->due_ns) chosen = &each;
    }
    forget(*chosen);
    chosen->address = address;
    return *chosen;
}

void Arp::forget(Neighbour& neighbour) {
    if (neighbour.session) neighbour.session->release();
    neighbour.session = nullptr;
    neighbour.waiting.clear();
    neighbour.address = 0;
    neighbour.tries = 0;
    neighbour.due_ns = 0;
}

/// Asks for a neighbour again; forgets where it was if it has been asked often enough.
void Arp::ask(Cache& cache, Neighbour& neighbour) {
    if (neighbour.tries == tries_max && neighbour.session) {
        neighbour.session->release();
        neighbour.session = nullptr;
        neighbour.tries = 0;
    }
    ++neighbour.tries;
    neighbour.due_ns = alarms->now_ns() + asking_ns;
    tell(ArpPacket::request, address(), 0, neighbour.address);
    if (flat::exchange(cache.is_asking, true)) return;
    alarms->set(*this, asking_ns);
}

/// A neighbour has answered with its address: what waits for it goes there.
void Arp::learn(Cache&, Neighbour& neighbour, u64 hardware) {
    if (!neighbour.session || neighbour.hardware != hardware) {
        auto const opened = ethernet->open(nullptr, {0, hardware, ipv4_type, ipv4_type});
        if (opened.is_error()) return;
        if (neighbour.session) neighbour.session->release();
        neighbour.session = opened.value();
        neighbour.hardware = hardware;
    }
    neighbour.tries = 0;
    neighbour.due_ns = alarms->now_ns() + lifetime_ms * ns_per_ms;
    if (!neighbour.waiting.is_empty())
        static_cast<void>(neighbour.session->push(neighbour.waiting)); // may be lost, like any
}

bool Arp::deliver(Participants const& participants, Message& message) {
    auto const packet = read_arp_packet(message);
    if (!packet || is_group_address(packet->sender_hardware) || packet->sender_hardware == 0 ||
        packet->sender_hardware != participants.remote) {
        ++malformed_;
        return false;
    }
    notice_claim(*packet);
    Place const own = place();
    if (own.address == 0) return true;
    if (packet->sender == own.address && packet->sender_hardware != link->address()) {
        heard_our_address(packet->sender_hardware);
        return true;
    }
    bool const is_for_us = packet->target == own.address;
    bool const is_neighbour = ((packet->sender ^ own.address) & mask_of(own.prefix_bits)) == 0;
    if (is_neighbour && packet->sender != own.address) {
        auto const cache = cache_.lock();
        Neighbour* known = find(*cache, packet->sender);
        if (!known && is_for_us) known = &make_room(*cache, packet->sender);
        if (known) learn(*cache, *known, packet->sender_hardware);
    }
    if (is_for_us && packet->operation == ArpPacket::request)
        tell(ArpPacket::reply, own.address, packet->sender_hardware, packet->sender);
    return true;
}

/// Somebody else has the address that we probe, or probes it, too (RFC 5227, section 2.1.1).
void Arp::notice_claim(ArpPacket const& packet) {
    u32 const probed = probed_.load(MemoryOrder::relaxed);
    bool const is_claim =
        packet.sender == probed || (packet.sender == 0 && packet.target == probed);
    if (probed != 0 && is_claim && packet.sender_hardware != link->address())
        is_taken_.store(true, MemoryOrder::relaxed);
}

void Arp::heard_our_address(u64 hardware) {
    ++conflicts_;
    u64 const now_ns = alarms->now_ns();
    {
        auto const cache = cache_.lock();
        if (cache->defended_ns != 0 && now_ns - cache->defended_ns < defence_ns) return;
        cache->defended_ns = now_ns;
    }
    say(*log, "{x} uses our address {x}, too", hardware, address());
    announce();
}

/// Sends a packet of ARP; to all, if it is a request.
void Arp::tell(ArpPacket::Operation operation, u32 sender, u64 target_hardware, u32 target) {
    Message message(buffers->pool());
    ArpPacket const packet{static_cast<u16>(operation), link->address(), sender, target_hardware,
                           target};
    if (packet.write(message).is_error()) return;
    if (operation == ArpPacket::request) {
        static_cast<void>(ask_all_->push(message)); // it will be asked again
        return;
    }
    auto const session = ethernet->open(nullptr, {0, target_hardware, arp_type, arp_type});
    if (session.is_error()) return;
    static_cast<void>(session.value()->push(message));
    session.value()->release();
}

void Arp::expired() {
    {
        auto const cache = cache_.lock();
        cache->is_asking = false;
        for (u32 i = 0; i < neighbours; ++i) {
            Neighbour& each = slot(*cache, i);
            bool const is_asked = each.address != 0 && !each.session && each.tries < tries_max;
            if (is_asked) ask(*cache, each);
        }
        bool has_unknown = false;
        for (u32 i = 0; i < neighbours; ++i)
            has_unknown = has_unknown || (slot(*cache, i).address != 0 && !slot(*cache, i).session);
        if (has_unknown && !flat::exchange(cache->is_asking, true)) alarms->set(*this, asking_ns);
    }
    Message packet(buffers->pool());
    while (give_up_one(packet)) {
        u8 beginning[PacketHeader::bytes_max + 8];
        u32 const size = packet.copy_to(0, beginning);
        Report const report{Problem::unreachable, 0, address(),
                            with_code(unreachable, host_unreachable)};
        if (upper_) upper_->failed({}, report, Span<u8 const>(beginning).first(size));
        packet.clear();
    }
}

/// Forgets a neighbour that does not answer; what waited for it becomes `packet`.
bool Arp::give_up_one(Message& packet) {
    auto const cache = cache_.lock();
    u64 const now_ns = alarms->now_ns();
    for (u32 i = 0; i < neighbours; ++i) {
        Neighbour& each = slot(*cache, i);
        bool const is_lost =
            each.address != 0 && !each.session && each.tries == tries_max && each.due_ns <= now_ns;
        if (!is_lost) continue;
        packet = flat::move(each.waiting);
        forget(each);
        return true;
    }
    return false;
}

} // namespace flat::net::ip
