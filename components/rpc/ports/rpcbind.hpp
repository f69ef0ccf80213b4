// SPDX-License-Identifier: BSD-2-Clause
// Tells callers at which universal addresses the programs of this host are.
#pragma once

#include <core/format.hpp>
#include <core/utility.hpp>
#include <flat/rpc/port_registry.hpp>
#include <rpc/ports/rpcbind.flat.hpp>
#include <rpc/rpcbind_server.x.hpp>

namespace flat::rpc::ports {

/// Version 3 or 4 of the port mapper (RFC 1833, section 2), of what the version 2 beside it knows.
/// As there, nobody elsewhere sets anything, and no calls are passed on. GETADDR names another
/// version's address where the one that is asked for is not there, GETVERSADDR none. The kernel
/// knows no time of day and no addresses but those of IPv4, so that GETTIME, UADDR2TADDR and the
/// lists and statistics of version 4 are not there.
class Rpcbind : public RpcbindComponent, private rpcbind::RpcbindProgram4, NonCopyable {
public:
    static constexpr u32 mappings_max = 64;

    using RpcbindComponent::RpcbindComponent;

    Identity identity() override { return {rpcbind::rpcbind_program, version}; }
    void dispatch(Call& call) override;

private:
    using Mapping = PortRegistry::Mapping;
    using UniversalText = TextBuffer<24>; // "255.255.255.255.255.255"

    Refused rpcbproc_null_4(Caller const&) override { return {}; }
    Refused rpcbproc_set_4(Caller const&, rpcbind::Binding&, bool& is_done) override;
    Refused rpcbproc_unset_4(Caller const&, rpcbind::Binding&, bool& is_done) override;
    Refused rpcbproc_getaddr_4(Caller const&, rpcbind::Binding& asked,
                               rpcbind::UniversalAddress& found) override;
    Refused rpcbproc_dump_4(Caller const&, rpcbind::Bindings& all) override;
    Refused rpcbproc_getversaddr_4(Caller const&, rpcbind::Binding& asked,
                                   rpcbind::UniversalAddress& found) override;

    bool find(rpcbind::Binding const& asked, bool is_any_version, Mapping& found);
    rpcbind::UniversalAddress address_of_port(UniversalText& text, u16 port);

    UniversalText found_;
    UniversalText texts_[mappings_max];
    rpcbind::BindingList list_[mappings_max];
};

} // namespace flat::rpc::ports
