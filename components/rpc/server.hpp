// SPDX-License-Identifier: BSD-2-Clause
// Executes the calls that reach it, for as long as there are sockets.
#pragma once

#include <core/maybe.hpp>
#include <flat/rpc/dispatcher.hpp>
#include <rpc/messages/message.hpp>
#include <rpc/server.flat.hpp>

namespace flat::rpc {

/// One thread waits for all transports and has one call after the other executed by the service
/// that has the program and the version. What is no call is not answered. The ports at which
/// services can be called are registered: of several transports of a kind, at the first one's.
class Server : public ServerComponent, private Dispatcher {
public:
    using ServerComponent::ServerComponent;

    void run() override;

private:
    void dispatch(XdrStream& message, ReplyPath& path) override;
    void open(Transport& transport);
    void register_services(net::Sockets::Kind kind, u16 port);

    Service* find(u32 program, u32 version);
    Maybe<VersionRange> versions_of(u32 program);
};

} // namespace flat::rpc
