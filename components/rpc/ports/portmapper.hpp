// SPDX-License-Identifier: BSD-2-Clause
// Tells callers at which ports the programs of this host are.
#pragma once

#include <core/utility.hpp>
#include <rpc/portmap_server.x.hpp>
#include <rpc/ports/portmapper.flat.hpp>

namespace flat::rpc::ports {

/// Version 2 of the port mapper (RFC 1833, section 3). It takes the sender of any message to be on
/// another host, so that nobody sets or unsets a mapping but this host's server; calls are not
/// passed on to others (`CALLIT`), whose answers could be turned against a third host.
class Portmapper : public PortmapperComponent, private portmap::PmapProgram2, NonCopyable {
public:
    static constexpr u32 program = portmap::pmap_program;
    static constexpr u32 version = portmap::pmap_version;
    static constexpr u32 mappings_max = 64;
    static constexpr u16 own_port =
        portmap::pmap_port; // where it is itself, by all that know of it

    using PortmapperComponent::PortmapperComponent;

    Identity identity() override { return {program, version}; }
    void dispatch(Call& call) override;
    bool add(Mapping const& mapping) override;
    u32 count() override { return count_; }
    Mapping at(u32 index) override;

private:
    Refused pmapproc_null_2(Caller const& caller) override;
    Refused pmapproc_set_2(Caller const& caller, portmap::Mapping& mapping, bool& is_done) override;
    Refused pmapproc_unset_2(Caller const& caller, portmap::Mapping& mapping,
                             bool& is_done) override;
    Refused pmapproc_getport_2(Caller const& caller, portmap::Mapping& asked, u32& port) override;
    Refused pmapproc_dump_2(Caller const& caller, portmap::Mappings& all) override;

    portmap::Mapping const* find(portmap::Mapping const& wanted) const;

    portmap::MappingList mappings_[mappings_max]; // a list, in this order
    u32 count_ = 0;
};

} // namespace flat::rpc::ports
