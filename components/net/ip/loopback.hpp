// SPDX-License-Identifier: BSD-2-Clause
// The network within this host: what is sent there comes back.
#pragma once

#include <core/guarded.hpp>
#include <core/measure/counters.hpp>
#include <core/net/message.hpp>
#include <core/utility.hpp>
#include <flat/net/buffers.hpp>
#include <flat/net/upper.hpp>
#include <net/ip/loopback.flat.hpp>

namespace flat::net::ip {

/// 127.0.0.1. A packet is delivered by its sender's thread, before `send` returns; but what is sent
/// while another one is being delivered waits for its end, so that an answer to an answer takes no
/// stack, and no upper is called in the middle of sending.
class Loopback : public LoopbackComponent, NonCopyable {
public:
    Loopback(Ports const& ports, Attributes const& attributes);
    ~Loopback();

    u32 address() override { return 0x7f000001; }
    u32 prefix_bits() override { return 8; }
    u32 mtu() override { return packet_bytes; }
    bool is_loopback() override { return true; }
    Result<void, NetworkError> send(u32 neighbour, Message& packet) override;
    void attach(Upper& upper) override { upper_ = &upper; }

    /// It has one address for ever.
    Result<void, NetworkError> set_address(u32, u32) override {
        return NetworkError{NetworkError::invalid};
    }
    Result<void, NetworkError> probe(u32) override { return NetworkError{NetworkError::invalid}; }
    bool is_taken() override { return false; }

private:
    /// A ring of packets.
    struct Waiting {
        u32 first = 0;
        u32 count = 0;
        bool is_delivering = false;
        Counter packets;
        Counter dropped; // for too many wait
    };

    bool take_next(Message& packet);
    void deliver(Message& packet);

    Upper* upper_ = nullptr;
    Message* ring_; // of `waiting` messages, those outside of the ring empty
    Guarded<Waiting> waiting_;
};

} // namespace flat::net::ip
