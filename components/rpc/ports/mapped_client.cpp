// SPDX-License-Identifier: BSD-2-Clause
// Calls one remote program where the port mapper of its host says that it is.
#include <rpc/ports/mapped_client.hpp>

#include <core/panic.hpp>
#include <rpc/portmap_client.x.hpp>

namespace flat::rpc::ports {

namespace {

/// Whether a failure may mean that the server is not where it was.
bool is_nobody(RpcError failure) {
    return failure == RpcError{RpcError::cant_connect} ||
           failure == RpcError{RpcError::cant_receive} ||
           failure == RpcError{RpcError::timed_out} ||
           failure == RpcError{RpcError::program_unavailable};
}

} // namespace

MappedClient::MappedClient(Ports const& ports, Attributes const& attributes)
    : MappedClientComponent(ports, attributes), finding_(*threads), address_(address) {
    if (protocol != portmap::protocol_tcp && protocol != portmap::protocol_udp)
        panic("rpc.ports.MappedClient: protocol {} is neither TCP nor UDP", protocol);
    mapper->redirect({address_, portmap::pmap_port});
}

Result<void, RpcError> MappedClient::call(u32 procedure, XdrValue& arguments, XdrValue& results,
                                          u64 timeout_ns) {
    if (!is_found_.load()) TRY(find());
    auto const outcome = beneath->call(procedure, arguments, results, timeout_ns);
    if (timeout_ns > 0 && outcome.is_error() && is_nobody(outcome.error())) is_found_.store(false);
    return outcome;
}

void MappedClient::redirect(net::Endpoint const& server) {
    address_ = server.address;
    mapper->redirect({address_, portmap::pmap_port});
    bool const is_found = server.port != 0;
    if (is_found) beneath->redirect(server);
    is_found_.store(is_found);
}

/// One thread asks, and others wait for that. Whatever keeps the port mapper from answering is one
/// failure: what it says of itself is nothing that the caller of the program could mend.
Result<void, RpcError> MappedClient::find() {
    constexpr u64 ns_per_ms = 1'000'000;
    WaitingLock::Guard const guard(finding_);
    if (is_found_.load()) return {};
    portmap::Mapping wanted{program, version, protocol, 0};
    auto const found = portmap::pmapproc_getport_2(*mapper, wanted, mapper_timeout_ms * ns_per_ms);
    if (found.is_error() || found.value() > 0xffff) return RpcError{RpcError::port_mapper};
    if (found.value() == 0) return RpcError{RpcError::program_not_registered};
    beneath->redirect({address_, static_cast<u16>(found.value())});
    is_found_.store(true);
    return {};
}

} // namespace flat::rpc::ports
