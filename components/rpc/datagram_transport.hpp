// SPDX-License-Identifier: BSD-2-Clause
// Calls that reach a server as datagrams (UDP).
#pragma once

#include <core/utility.hpp>
#include <flat/rpc/dispatcher.hpp>
#include <flat/rpc/reply_path.hpp>
#include <rpc/datagram_transport.flat.hpp>
#include <rpc/xdr/xdr_memory.hpp>

namespace flat::rpc {

/// Every datagram is a call, and its reply goes where it came from. A call that is sent again is
/// executed again.
class DatagramTransport : public DatagramTransportComponent, private ReplyPath, NonCopyable {
public:
    DatagramTransport(Ports const& ports, Attributes const& attributes);
    ~DatagramTransport();

    net::Sockets::Kind kind() override { return net::Sockets::Kind::datagram; }
    Result<net::Endpoint, net::SocketError> open() override;
    bool receive(u32 socket, Dispatcher& dispatcher) override;

private:
    Result<void, XdrError> send(XdrValue& reply) override;

    u32 socket_ = 0;
    bool is_open_ = false;
    net::Endpoint caller_{}; // the sender of the message that is dispatched
    Span<u8> call_;
    Span<u8> reply_;
};

} // namespace flat::rpc
