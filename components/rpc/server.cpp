// SPDX-License-Identifier: BSD-2-Clause
// Executes the calls that reach it, for as long as there are sockets.
#include <rpc/server.hpp>

#include <core/format.hpp>
#include <core/panic.hpp>
#include <rpc/server_call.hpp>

namespace flat::rpc {

void Server::run() {
    for (Transport& transport : transports)
        open(transport);
    for (;;) {
        auto const socket = sockets->wait_watched();
        if (socket.is_error()) return;
        for (Transport& transport : transports)
            if (transport.receive(socket.value(), *this)) break;
    }
}

/// Lets a transport receive, and says where it does.
void Server::open(Transport& transport) {
    bool const is_stream = transport.kind() == net::Sockets::Kind::stream;
    auto const opened = transport.open();
    if (opened.is_error())
        panic("the server cannot receive calls by {}", is_stream ? "TCP" : "UDP");
    TextBuffer<60> line;
    format(line, "receiving calls by {} at port {}", is_stream ? "TCP" : "UDP",
           opened.value().port);
    log->write(log::Log::Level::info, line.text().bytes());
    if (registry) register_services(transport.kind(), opened.value().port);
}

void Server::register_services(net::Sockets::Kind kind, u16 port) {
    for (Service& service : services) {
        Service::Identity const each = service.identity();
        registry->add({each.program, each.version, kind, port});
    }
}

void Server::dispatch(XdrStream& message, ReplyPath& path) {
    CallHeader header;
    if (xdr_call_header(message, header).is_error()) return;
    ServerCall call(header, message, path);
    if (header.rpc_version != rpc_version) return call.deny_version();
    AuthStatus const status = call.authenticate();
    if (status != AuthStatus::ok) return call.deny(status);
    if (Service* const service = find(header.program, header.version))
        return service->dispatch(call);
    Maybe<VersionRange> const versions = versions_of(header.program);
    if (!versions) return call.refuse_program();
    call.refuse_version(*versions);
}

/// The service that has a program and version, null if there is none.
Service* Server::find(u32 program, u32 version) {
    for (Service& service : services)
        if (service.identity() == Service::Identity{program, version}) return &service;
    return nullptr;
}

/// The versions that there are of a program.
Maybe<VersionRange> Server::versions_of(u32 program) {
    Maybe<VersionRange> versions;
    for (Service& service : services) {
        Service::Identity const each = service.identity();
        if (each.program != program) continue;
        VersionRange const known = versions.value_or({each.version, each.version});
        versions = VersionRange{min(known.lowest, each.version), max(known.highest, each.version)};
    }
    return versions;
}

} // namespace flat::rpc
