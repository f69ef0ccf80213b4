// SPDX-License-Identifier: BSD-2-Clause
// Tells callers at which ports the programs of this host are.
#include <rpc/ports/portmapper.hpp>

#include <core/assert.hpp>
#include <flat/rpc/call.hpp>

namespace flat::rpc::ports {

bool Portmapper::add(Mapping const& mapping) {
    bool const is_elsewhere = mapping.program == program && mapping.port != own_port;
    u32 const protocol =
        mapping.kind == net::Sockets::Kind::stream ? portmap::protocol_tcp : portmap::protocol_udp;
    portmap::Mapping const own{mapping.program, mapping.version, protocol, mapping.port};
    if (is_elsewhere || find(own) || count_ == mappings_max) return false;
    portmap::MappingList& last = mappings_[count_];
    last = {own, nullptr};
    if (count_ > 0) mappings_[count_ - 1].next = &last;
    ++count_;
    return true;
}

Portmapper::Mapping Portmapper::at(u32 index) {
    assert(index < count_);
    portmap::Mapping const& mapping = mappings_[index].first;
    auto const kind = mapping.prot == portmap::protocol_tcp ? net::Sockets::Kind::stream
                                                            : net::Sockets::Kind::datagram;
    return {mapping.prog, mapping.vers, kind, static_cast<u16>(mapping.port)};
}

portmap::Mapping const* Portmapper::find(portmap::Mapping const& wanted) const {
    for (u32 i = 0; i < count_; ++i) {
        portmap::Mapping const& each = mappings_[i].first;
        if (each.prog == wanted.prog && each.vers == wanted.vers && each.prot == wanted.prot)
            return &each;
    }
    return nullptr;
}

void Portmapper::dispatch(Call& call) {
    portmap::dispatch(*this, call);
}

Portmapper::Refused Portmapper::pmapproc_null_2(Caller const&) {
    return {};
}

Portmapper::Refused Portmapper::pmapproc_set_2(Caller const&, portmap::Mapping&, bool& is_done) {
    is_done = false;
    return {};
}

Portmapper::Refused Portmapper::pmapproc_unset_2(Caller const&, portmap::Mapping&, bool& is_done) {
    is_done = false;
    return {};
}

/// 0 where there is none.
Portmapper::Refused Portmapper::pmapproc_getport_2(Caller const&, portmap::Mapping& asked,
                                                   u32& port) {
    portmap::Mapping const* const found = find(asked);
    port = found ? found->port : 0;
    return {};
}

Portmapper::Refused Portmapper::pmapproc_dump_2(Caller const&, portmap::Mappings& all) {
    all = count_ > 0 ? mappings_ : nullptr;
    return {};
}

} // namespace flat::rpc::ports
