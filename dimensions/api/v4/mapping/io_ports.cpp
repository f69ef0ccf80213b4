// SPDX-License-Identifier: BSD-2-Clause
// Passing ports on and taking them back.
#include <api/io_ports.hpp>

namespace flat::api {

namespace {

constexpr u32 last_port = 0xffff;

} // namespace

IoPorts::IoPorts(Ports const& ports, Attributes const& attributes)
    : IoPortsComponent(ports, attributes) {
    root_.range = {0, last_port};
    for (PortMapping& mapping : mappings_)
        unused_.push_back(mapping);
}

bool IoPorts::extend(Space& space, u32 first, u32& last) {
    bool is_there = false;
    for (PortMapping& mapping : space.port_mappings()) {
        if (mapping.range.first > first || mapping.range.last < first) continue;
        last = is_there ? max(last, mapping.range.last) : mapping.range.last;
        is_there = true;
    }
    return is_there;
}

bool IoPorts::has(Space& space, u32 first, u32 last) {
    if (space.is_physical()) return true;
    for (u32 port = first; port <= last; ++port)
        if (!extend(space, port, port)) return false;
    return true;
}

bool IoPorts::admit(Space& space, u32 first, u32 last) {
    if (loaded_ == &space && gate->holds(first, last)) {
        bool const was_open = gate->is_open();
        gate->open();
        return !was_open;
    }
    if (!has(space, first, last)) return false;
    load(space);
    gate->open();
    return true;
}

// Where mappings overlap, each port is added once, so that it takes no longer than adding all.
void IoPorts::load(Space& space) {
    loaded_ = &space;
    gate->clear();
    if (space.is_physical()) return gate->add(0, last_port);
    for (u32 port = 0; port <= last_port; ++port) {
        u32 const first = port;
        while (port <= last_port && extend(space, port, port))
            ++port;
        if (port > first) gate->add(first, port - 1);
        u32 next = last_port;
        for (PortMapping& mapping : space.port_mappings())
            if (mapping.range.first > port) next = min(next, mapping.range.first - 1);
        port = next;
    }
}

void IoPorts::forget(Space& space) {
    if (loaded_ != &space) return;
    loaded_ = nullptr;
    gate->close();
}

PortMapping* IoPorts::make(PortMapping& parent, Space& space, PortRange range) {
    u32 count = 0;
    for ([[maybe_unused]] PortMapping& each : space.port_mappings())
        ++count;
    if (count == space_mappings_max || parent.depth == PortMapping::depth_max) return nullptr;
    PortMapping* const mapping = unused_.pop_front();
    if (!mapping) return nullptr;
    mapping->parent = &parent;
    mapping->space = &space;
    mapping->range = range;
    mapping->depth = parent.depth + 1;
    parent.children.push_front(*mapping);
    space.port_mappings().push_back(*mapping);
    return mapping;
}

void IoPorts::drop(PortMapping& mapping) {
    mapping.parent->children.remove(mapping);
    mapping.space->port_mappings().remove(mapping);
    unused_.push_back(mapping);
}

void IoPorts::move_children(PortMapping& from, PortMapping& to, PortRange range) {
    PortMapping* next = nullptr;
    for (PortMapping* child = from.children.first(); child; child = next) {
        next = from.children.after(*child);
        if (!range.contains(child->range)) continue;
        from.children.remove(*child);
        child->parent = &to;
        to.children.push_front(*child);
    }
}

// What comes from the same mapping and touches becomes one, so that a program whose ports come one
// by one, at its faults, has few mappings.
PortMapping* IoPorts::enter(PortMapping& parent, Space& receiver, PortRange range) {
    PortMapping* kept = nullptr;
    PortMapping* next = nullptr;
    for (PortMapping* each = receiver.port_mappings().first(); each; each = next) {
        next = receiver.port_mappings().after(*each);
        if (each->parent != &parent || !each->range.touches(range)) continue;
        range = range.with(each->range);
        if (!kept) {
            kept = each;
            continue;
        }
        move_children(*each, *kept, each->range);
        drop(*each);
    }
    if (!kept) return make(parent, receiver, range);
    kept->range = range;
    return kept;
}

bool IoPorts::pass(Space& sender, Space& receiver, u32 first, u32 last, bool is_grant) {
    if (&sender == &receiver || receiver.is_physical()) return true;
    PortRange const asked{first, last};
    if (sender.is_physical()) return enter(root_, receiver, asked) != nullptr;
    PortMapping* next = nullptr;
    for (PortMapping* mapping = sender.port_mappings().first(); mapping; mapping = next) {
        next = sender.port_mappings().after(*mapping);
        if (!mapping->range.overlaps(asked)) continue;
        // What comes back to where it was passed on from changes nothing.
        bool comes_back = false;
        for (PortMapping* origin = mapping->parent; origin; origin = origin->parent)
            comes_back = comes_back || origin->space == &receiver;
        if (comes_back) continue;
        PortRange const passed = mapping->range.within(asked);
        PortMapping& parent = is_grant ? *mapping->parent : *mapping;
        PortMapping* const entered = enter(parent, receiver, passed);
        if (!entered) return false;
        if (is_grant) grant(*mapping, *entered, passed);
    }
    return true;
}

// Spaces that have got some of the ports from the sender have them from the receiver now; those
// that have got others in the same mapping lose those that were granted.
void IoPorts::grant(PortMapping& mapping, PortMapping& granted, PortRange range) {
    move_children(mapping, granted, range);
    take_from(mapping, range);
}

void IoPorts::take(Space& space, u32 first, u32 last, bool own_too) {
    PortRange const range{first, last};
    if (space.is_physical()) return take_from_children(root_, range);
    PortMapping* next = nullptr;
    for (PortMapping* mapping = space.port_mappings().first(); mapping; mapping = next) {
        next = space.port_mappings().after(*mapping);
        if (!mapping->range.overlaps(range)) continue;
        if (own_too)
            take_from(*mapping, range);
        else
            take_from_children(*mapping, range);
    }
}

void IoPorts::take_from_children(PortMapping& mapping, PortRange range) {
    PortMapping* next = nullptr;
    for (PortMapping* child = mapping.children.first(); child; child = next) {
        next = mapping.children.after(*child);
        if (child->range.overlaps(range)) take_from(*child, range);
    }
}

// What is left above the range is a mapping of its own, for which room is made before those that
// are derived take some.
void IoPorts::take_from(PortMapping& mapping, PortRange range) {
    forget(*mapping.space);
    PortMapping* above = nullptr;
    if (mapping.range.first < range.first && range.last < mapping.range.last) {
        above = make(*mapping.parent, *mapping.space, {range.last + 1, mapping.range.last});
        if (!above) range.last = mapping.range.last;
    }
    take_from_children(mapping, range);
    if (above) move_children(mapping, *above, above->range);
    if (mapping.range.first < range.first)
        mapping.range.last = range.first - 1;
    else if (range.last < mapping.range.last)
        mapping.range.first = range.last + 1;
    else
        drop(mapping);
}

} // namespace flat::api
