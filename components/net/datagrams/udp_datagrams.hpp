// SPDX-License-Identifier: BSD-2-Clause
// Datagrams of UDP, from one port.
#pragma once

#include <core/utility.hpp>
#include <net/datagrams/udp_datagrams.flat.hpp>

namespace flat::net::datagrams {

/// An address is that of IPv4 and a port: `address << 16 | port`, written `127.0.0.1:4711`.
class UdpDatagrams : public UdpDatagramsComponent, NonCopyable {
public:
    /// Panics when the port is somebody else's.
    UdpDatagrams(Ports const& ports, Attributes const& attributes);
    ~UdpDatagrams();

    usize bytes_max() override { return 1472; } // what an Ethernet frame takes besides its headers
    Result<u64, SocketError> address(Span<u8 const> text) override;
    Result<void, SocketError> send(Span<u8 const> datagram, u64 destination) override;
    Result<Arrived, SocketError> receive(Span<u8> datagram, u64 timeout_ns) override;

private:
    u32 socket_;
};

} // namespace flat::net::datagrams
