// SPDX-License-Identifier: BSD-2-Clause
// Tells callers at which universal addresses the programs of this host are.
#include <rpc/ports/rpcbind.hpp>

#include <flat/rpc/call.hpp>

namespace flat::rpc::ports {

using rpcbind::Binding;

namespace {

/// What a reply holds, which is only read.
XdrBytes bytes_of(Text text) {
    return {const_cast<u8*>(text.bytes().data()), static_cast<u32>(text.size())};
}

/// The name of a transport over IPv4 (RFC 5665).
Text netid_of(net::Sockets::Kind kind) {
    return kind == net::Sockets::Kind::stream ? Text("tcp") : Text("udp");
}

} // namespace

void Rpcbind::dispatch(Call& call) {
    constexpr u32 getversaddr = 9; // which version 3 does not have
    if (version == 3 && call.procedure() == getversaddr)
        return call.refuse(Call::Refusal::procedure_unavailable);
    rpcbind::dispatch(*this, call);
}

Rpcbind::Refused Rpcbind::rpcbproc_set_4(Caller const&, Binding&, bool& is_done) {
    is_done = false;
    return {};
}

Rpcbind::Refused Rpcbind::rpcbproc_unset_4(Caller const&, Binding&, bool& is_done) {
    is_done = false;
    return {};
}

/// Empty where there is none.
Rpcbind::Refused Rpcbind::rpcbproc_getaddr_4(Caller const& caller, Binding& asked,
                                             rpcbind::UniversalAddress& found) {
    Mapping mapping{};
    if (!find(asked, false, mapping) && find(asked, true, mapping)) asked.vers = mapping.version;
    return rpcbproc_getversaddr_4(caller, asked, found);
}

Rpcbind::Refused Rpcbind::rpcbproc_getversaddr_4(Caller const&, Binding& asked,
                                                 rpcbind::UniversalAddress& found) {
    Mapping mapping{};
    if (find(asked, false, mapping)) found = address_of_port(found_, mapping.port);
    return {};
}

bool Rpcbind::find(Binding const& asked, bool is_any_version, Mapping& found) {
    Text const netid(reinterpret_cast<char const*>(asked.netid.data), asked.netid.size);
    for (u32 i = 0; i < registry->count(); ++i) {
        found = registry->at(i);
        if (found.program == asked.prog && netid_of(found.kind) == netid &&
            (is_any_version || found.version == asked.vers))
            return true;
    }
    return false;
}

Rpcbind::Refused Rpcbind::rpcbproc_dump_4(Caller const&, rpcbind::Bindings& all) {
    u32 const count = min(registry->count(), mappings_max);
    for (u32 i = 0; i < count; ++i) {
        Mapping const each = registry->at(i);
        list_[i].first = {each.program, each.version, bytes_of(netid_of(each.kind)),
                          address_of_port(texts_[i], each.port), bytes_of("superuser")};
        list_[i].next = i + 1 < count ? &list_[i + 1] : nullptr;
    }
    all = count > 0 ? list_ : nullptr;
    return {};
}

/// The address in six numbers, the last two of which are the port (RFC 5665, section 5.2.3.3).
rpcbind::UniversalAddress Rpcbind::address_of_port(UniversalText& text, u16 port) {
    text.clear();
    format(text, "{}.{}.{}.{}.{}.{}", address >> 24, address >> 16 & 0xff, address >> 8 & 0xff,
           address & 0xff, port >> 8, port & 0xff);
    return bytes_of(text.text());
}

} // namespace flat::rpc::ports
