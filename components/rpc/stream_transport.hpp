// SPDX-License-Identifier: BSD-2-Clause
// Calls that reach a server as records on connections (TCP).
#pragma once

#include <rpc/stream_connection.hpp>
#include <rpc/stream_transport.flat.hpp>

namespace flat::rpc {

/// Whoever connects can call until the connection ends. When there are as many connections as there
/// may be, or no memory for another one, new ones are closed at once.
class StreamTransport : public StreamTransportComponent, NonCopyable {
public:
    using StreamTransportComponent::StreamTransportComponent;
    ~StreamTransport();

    net::Sockets::Kind kind() override { return net::Sockets::Kind::stream; }
    Result<net::Endpoint, net::SocketError> open() override;
    bool receive(u32 socket, Dispatcher& dispatcher) override;

private:
    void accept();
    bool add(u32 socket);
    void remove(StreamConnection& connection);

    u32 listening_ = 0;
    bool is_open_ = false;
    u32 count_ = 0; // of the connections
    IntrusiveList<StreamConnection, &StreamConnection::link> connections_;
};

} // namespace flat::rpc
