// SPDX-License-Identifier: BSD-2-Clause
// Calls one remote program where the port mapper of its host says that it is.
#pragma once

#include <core/waiting_lock.hpp>
#include <rpc/ports/mapped_client.flat.hpp>

namespace flat::rpc::ports {

/// Asks the port mapper (RFC 1833, version 2) before the first call, and again before the one after
/// a call that found nobody, as servers come back at other ports. A call whose program nobody has
/// registered is not sent. Several threads may call, if they may call the client beneath.
class MappedClient : public MappedClientComponent, NonCopyable {
public:
    MappedClient(Ports const& ports, Attributes const& attributes);

    /// The port mapper is waited for up to `mapper_timeout_ms`, and that is no part of
    /// `timeout_ns`.
    Result<void, RpcError> call(u32 procedure, XdrValue& arguments, XdrValue& results,
                                u64 timeout_ns) override;
    Details details() override { return beneath->details(); }
    void free_results(XdrValue& results) override { beneath->free_results(results); }

    /// To a port, without being asked; with port 0, where the port mapper of that host says.
    void redirect(net::Endpoint const& server) override;

private:
    Result<void, RpcError> find();

    WaitingLock finding_;
    u32 address_;
    Atomic<bool> is_found_ = false;
};

} // namespace flat::rpc::ports
