// SPDX-License-Identifier: BSD-2-Clause
// An Ethernet that this host is attached to by an address of IPv4, and its neighbours.
#pragma once

#include <core/alarm.hpp>
#include <core/atomic.hpp>
#include <core/guarded.hpp>
#include <core/measure/counters.hpp>
#include <core/net/message.hpp>
#include <core/utility.hpp>
#include <flat/net/buffers.hpp>
#include <flat/net/session.hpp>
#include <flat/net/upper.hpp>
#include <net/ip/arp.flat.hpp>
#include <net/ip/arp_packet.hpp>

namespace flat::net::ip {

/// The address resolution protocol (RFC 826). A neighbour that is known has a session of Ethernet,
/// so that sending to it is copying a header. One that is asked for has one packet waiting, the
/// last. When a neighbour's time is up it is asked again, and used meanwhile; one that does not
/// answer three times is forgotten. The cache is in sets of four, whose oldest entry makes room.
///
/// A host without an address (`own_address` 0, until somebody has set one) sends to all only, and
/// answers nobody.
///
/// Another host that uses our address is reported in the log and told whose it is, every ten
/// seconds at most (RFC 5227, section 2.4, b).
class Arp : public ArpComponent, private Upper, private Alarm, NonCopyable {
public:
    Arp(Ports const& ports, Attributes const& attributes);
    ~Arp();

    u32 address() override { return place().address; }
    u32 prefix_bits() override { return place().prefix_bits; }
    u32 mtu() override { return link->mtu(); }
    bool is_loopback() override { return false; }
    Result<void, NetworkError> send(u32 neighbour, Message& packet) override;
    void attach(Upper& upper) override;
    Result<void, NetworkError> set_address(u32 address, u32 prefix_bits) override;
    Result<void, NetworkError> probe(u32 address) override;
    bool is_taken() override { return is_taken_.load(MemoryOrder::relaxed); }

    /// Packets of others that were wrong in form, and conflicts about our address.
    u64 malformed() const { return malformed_; }
    u64 conflicts() const { return conflicts_; }

private:
    static constexpr u32 ways = 4;
    static constexpr u32 tries_max = 3;

    /// Where this host is.
    struct alignas(u64) Place {
        u32 address;
        u32 prefix_bits;
    };
    static constexpr Place nowhere{0, 32};

    /// A neighbour: unknown as long as it has no session.
    struct Neighbour {
        explicit Neighbour(BufferPool& pool) : waiting(pool) {}

        u32 address = 0; // 0: nobody
        u32 tries = 0;   // how often it was asked in vain
        u64 hardware = 0;
        u64 due_ns = 0; // when it is asked again
        Session* session = nullptr;
        Message waiting;
    };
    struct Cache {
        Neighbour* first = nullptr;
        u64 defended_ns = 0; // when our address was defended last
        bool is_asking = false;
    };

    bool deliver(Participants const& participants, Message& message) override;
    void failed(Participants const&, Report const&, Span<u8 const>) override {}
    void expired() override;

    Place place() const { return place_.load(MemoryOrder::relaxed); }
    Neighbour& slot(Cache& cache, u32 index) { return cache.first[index]; }
    Neighbour* find(Cache& cache, u32 address);
    Neighbour& make_room(Cache& cache, u32 address);
    void forget(Neighbour& neighbour);
    void learn(Cache& cache, Neighbour& neighbour, u64 hardware);
    void ask(Cache& cache, Neighbour& neighbour);
    Result<void, NetworkError> send_to_all(Message& packet);
    void announce();
    void tell(ArpPacket::Operation operation, u32 sender, u64 target_hardware, u32 target);
    bool is_broadcast(u32 address) const;
    void notice_claim(ArpPacket const& packet);
    void heard_our_address(u64 hardware);
    bool give_up_one(Message& packet);

    Upper* upper_ = nullptr;
    Session* to_all_ = nullptr;  // packets of IPv4
    Session* ask_all_ = nullptr; // packets of ARP
    Counter malformed_;
    Counter conflicts_;
    Guarded<Cache> cache_;
    Atomic<Place> place_;
    Atomic<u32> probed_ = 0; // 0: nothing
    Atomic<bool> is_taken_ = false;
};

} // namespace flat::net::ip
