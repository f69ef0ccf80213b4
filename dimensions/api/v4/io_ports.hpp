// SPDX-License-Identifier: BSD-2-Clause
// The ports that address spaces have (L4 X.2, appendix on IA-32 and AMD64: I/O flexpages).
#pragma once

#include <api/io_ports.flat.hpp>
#include <api/mapping/port_mapping.hpp>
#include <object/space.hpp>

namespace flat::api {

/// A tree of mappings of its own, beside that of memory, whose root is all ports, sigma0's. It is
/// small: few programs use ports. A port that a space has from two others stays until both take it
/// back. The set that the gate admits is made of a space's mappings when one of its threads
/// first uses a port; the gate then opens again at the first use after another thread has run.
class IoPorts : public IoPortsComponent {
public:
    /// How many mappings there are at most, and how many of one space.
    static constexpr u32 mappings_max = 128;
    static constexpr u32 space_mappings_max = 16;

    IoPorts(Ports const& ports, Attributes const& attributes);

    bool has(Space& space, u32 first, u32 last) override;
    bool admit(Space& space, u32 first, u32 last) override;
    bool pass(Space& sender, Space& receiver, u32 first, u32 last, bool is_grant) override;
    void take(Space& space, u32 first, u32 last, bool own_too) override;

private:
    /// The last port of the longest range from `first` on that the space has; false without any.
    bool extend(Space& space, u32 first, u32& last);
    void load(Space& space);
    /// What the gate admits is not what the space has any more.
    void forget(Space& space);

    PortMapping* make(PortMapping& parent, Space& space, PortRange range);
    void drop(PortMapping& mapping);
    /// Makes the children of `from` that lie within a range those of `to`.
    static void move_children(PortMapping& from, PortMapping& to, PortRange range);
    /// Derives ports from a mapping. Null: there is no room.
    PortMapping* enter(PortMapping& parent, Space& receiver, PortRange range);
    void grant(PortMapping& mapping, PortMapping& granted, PortRange range);
    /// Takes ports from a mapping and all that is derived from it. Where no room is to note what is
    /// left above them, that goes, too.
    void take_from(PortMapping& mapping, PortRange range);
    void take_from_children(PortMapping& mapping, PortRange range);

    PortMapping root_;
    PortMapping mappings_[mappings_max];
    IntrusiveList<PortMapping, &PortMapping::of_parent> unused_;
    /// Whose ports the gate admits; null: nobody's.
    Space* loaded_ = nullptr;
};

} // namespace flat::api
