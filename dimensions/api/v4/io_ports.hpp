// SPDX-License-Identifier: BSD-2-Clause
// The ports that address spaces have (L4 X.2, appendix on IA-32 and AMD64: I/O flexpages).
#pragma once

#include <api/io_ports.flat.hpp>
#include <api/mapping/port_mapping.hpp>
#include <object/space.hpp>

namespace flat::api {

/// A tree of mappings of its own, beside that of memory, whose root is all ports, sigma0's. A port
/// that a space has from two others stays until both take it back. The set that the gate admits is
/// made of a space's mappings when one of its threads first uses a port; the gate then opens again
/// at the first use after another thread has run.
///
/// Ports are taken in steps. From each mapping they go before those that are derived from it are
/// looked at, so that nobody passes on what is being taken, and the end is reached; mappings of
/// which nothing is left end after those. Meanwhile no other mapping ends or moves, and fresh ones
/// come in front of those that are still to be looked at.
class IoPorts : public IoPortsComponent {
public:
    IoPorts(Ports const& ports, Attributes const& attributes);

    bool has(Space& space, u32 first, u32 last) override;
    bool admit(Space& space, u32 first, u32 last) override;
    bool pass(Space& sender, Space& receiver, u32 first, u32 last, bool is_grant) override;
    void begin_taking(Space& space, u32 first, u32 last, bool own_too) override;
    bool go_on() override;

private:
    /// The last port of the longest range from `first` on that the space has; false without any.
    bool extend(Space& space, u32 first, u32& last);
    void load(Space& space);
    /// What the gate admits is not what the space has any more.
    void forget(Space& space);

    PortMapping* make(PortMapping& parent, Space& space, PortRange range);
    void drop(PortMapping& mapping);
    /// Makes a mapping a child of another parent.
    static void move(PortMapping& child, PortMapping& parent);
    /// The mapping of a space to which fresh ports from `parent` that touch it are added; null:
    /// none.
    PortMapping* touching(PortMapping& parent, Space& receiver, PortRange range);
    /// Derives ports from a mapping. Null: there is no room.
    PortMapping* enter(PortMapping& parent, Space& receiver, PortRange range);

    /// Will look at what is derived from a mapping.
    void visit(PortMapping& mapping, PortRange taken);
    /// Takes ports from a mapping, and will from what is derived from it. Where no room is to note
    /// what is left above them, that goes, too.
    void take_from(PortMapping& mapping, PortRange range);
    /// Whether a child of a mapping whose ports were granted is the heir's from now on.
    static bool is_inherited(PortMapping& child, PortMapping& parent);
    void look_at_next(PortMapping& parent);
    void leave(PortMapping& mapping);

    PortMapping root_;
    /// The mappings at whose children we are: the deepest first.
    IntrusiveList<PortMapping, &PortMapping::visit> visits_;
    /// Whose ports the gate admits; null: nobody's.
    Space* loaded_ = nullptr;
};

} // namespace flat::api
