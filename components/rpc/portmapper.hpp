// SPDX-License-Identifier: BSD-2-Clause
// Tells callers at which ports the programs of this host are.
#pragma once

#include <core/utility.hpp>
#include <rpc/portmapper.flat.hpp>

namespace flat::rpc {

/// Version 2 of the port mapper (RFC 1833, section 3). Who is called by a message is on another
/// host as far as it knows, so that nobody sets or unsets a mapping but this host's server; calls
/// are not passed on to others (`CALLIT`), whose answers could be turned against a third host.
class Portmapper : public PortmapperComponent, NonCopyable {
public:
    static constexpr u32 program = 100000;
    static constexpr u32 version = 2;
    static constexpr u32 mappings_max = 64;
    static constexpr u16 own_port = 111; // where it is itself, by all that know of it

    using PortmapperComponent::PortmapperComponent;

    Identity identity() override { return {program, version}; }
    void dispatch(Call& call) override;
    bool add(Mapping const& mapping) override;

private:
    class List;

    Mapping const* find(Mapping const& wanted) const;
    void serve_port(Call& call) const;
    static void refuse_change(Call& call);

    Mapping mappings_[mappings_max] = {};
    u32 count_ = 0;
};

} // namespace flat::rpc
