// SPDX-License-Identifier: BSD-2-Clause
// Passing ports on and taking them back.
#include <api/io_ports.hpp>

#include <core/assert.hpp>

namespace flat::api {

namespace {

constexpr u32 last_port = 0xffff;

} // namespace

IoPorts::IoPorts(Ports const& ports, Attributes const& attributes)
    : IoPortsComponent(ports, attributes) {
    root_.range = {0, last_port};
}

bool IoPorts::extend(Space& space, u32 first, u32& last) {
    bool is_there = false;
    for (PortMapping& mapping : space.ports().mappings()) {
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
        for (PortMapping& mapping : space.ports().mappings())
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
    if (parent.depth == PortMapping::depth_max) return nullptr;
    PortMapping* const mapping = space.ports().make();
    if (!mapping) return nullptr;
    mapping->parent = &parent;
    mapping->space = &space;
    mapping->range = range;
    mapping->depth = parent.depth + 1;
    parent.children.push_front(*mapping); // where nothing is looked at any more
    return mapping;
}

void IoPorts::drop(PortMapping& mapping) {
    assert(mapping.children.is_empty());
    mapping.parent->children.remove(mapping);
    mapping.space->ports().dispose(mapping);
}

void IoPorts::move(PortMapping& child, PortMapping& parent) {
    child.parent->children.remove(child);
    child.parent = &parent;
    parent.children.push_front(child);
}

// One that others have ports from stays where they are.
PortMapping* IoPorts::touching(PortMapping& parent, Space& receiver, PortRange range) {
    PortMapping* found = nullptr;
    for (PortMapping& each : receiver.ports().mappings()) {
        bool const is_kept = each.parent != &parent || each.visit.is_linked();
        if (is_kept || !each.range.touches(range)) continue;
        if (!found || found->children.is_empty()) found = &each;
    }
    return found;
}

// What comes from the same mapping and touches becomes one, so that a program whose ports come one
// by one, at its faults, has few mappings.
PortMapping* IoPorts::enter(PortMapping& parent, Space& receiver, PortRange range) {
    PortMapping* const kept = touching(parent, receiver, range);
    if (!kept) return make(parent, receiver, range);
    kept->range = kept->range.with(range);
    if (!visits_.is_empty()) return kept;
    auto const& mappings = receiver.ports().mappings();
    PortMapping* next = nullptr;
    for (PortMapping* each = mappings.first(); each; each = next) {
        next = mappings.after(*each);
        bool const is_other = each == kept || each->parent != &parent;
        if (is_other || !each->children.is_empty() || !each->range.touches(kept->range)) continue;
        kept->range = kept->range.with(each->range);
        drop(*each);
    }
    return kept;
}

// Of what is granted, spaces that have got some from the sender have it from the receiver then;
// those that have got others in the same mapping lose what was granted, as do those by way of which
// the receiver has had some.
bool IoPorts::pass(Space& sender, Space& receiver, u32 first, u32 last, bool is_grant) {
    assert(!is_grant || visits_.is_empty());
    if (&sender == &receiver || receiver.is_physical()) return true;
    PortRange const asked{first, last};
    if (sender.is_physical()) return enter(root_, receiver, asked) != nullptr;
    auto const& mappings = sender.ports().mappings();
    PortMapping* next = nullptr;
    for (PortMapping* mapping = mappings.first(); mapping; mapping = next) {
        next = mappings.after(*mapping);
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
        if (!is_grant) continue;
        take_from(*mapping, passed);
        mapping->heir = entered;
    }
    return true;
}

void IoPorts::begin_taking(Space& space, u32 first, u32 last, bool own_too) {
    assert(visits_.is_empty());
    PortRange const range{first, last};
    if (space.is_physical()) return visit(root_, range);
    auto const& mappings = space.ports().mappings();
    PortMapping* next = nullptr;
    for (PortMapping* mapping = mappings.first(); mapping; mapping = next) {
        next = mappings.after(*mapping);
        if (!mapping->range.overlaps(range)) continue;
        if (own_too)
            take_from(*mapping, range);
        else
            visit(*mapping, range);
    }
}

bool IoPorts::go_on() {
    for (u32 left = step_mappings; left > 0 && !visits_.is_empty(); --left) {
        PortMapping& deepest = *visits_.first();
        if (deepest.next)
            look_at_next(deepest);
        else
            leave(deepest);
    }
    return visits_.is_empty();
}

void IoPorts::visit(PortMapping& mapping, PortRange taken) {
    mapping.taken = taken;
    mapping.next = mapping.children.first();
    visits_.push_front(mapping);
}

void IoPorts::take_from(PortMapping& mapping, PortRange range) {
    forget(*mapping.space);
    PortRange const whole = mapping.range;
    if (whole.first < range.first && range.last < whole.last) {
        PortMapping* const kept = mapping.parent->above;
        mapping.above =
            make(kept ? *kept : *mapping.parent, *mapping.space, {range.last + 1, whole.last});
        if (!mapping.above) range.last = whole.last;
    }
    if (whole.first < range.first)
        mapping.range.last = range.first - 1;
    else if (range.last < whole.last)
        mapping.range.first = range.last + 1;
    else
        mapping.range = PortRange::none();
    visit(mapping, whole.within(range));
}

// No space is twice on a path: an heir that has ports by way of the child would get them from
// itself. It is looked for from the heir's few mappings upwards, since below the child are any
// number.
bool IoPorts::is_inherited(PortMapping& child, PortMapping& parent) {
    PortMapping* const heir = parent.heir;
    if (!heir || !parent.taken.contains(child.range) || !heir->range.contains(child.range))
        return false;
    for (PortMapping& own : heir->space->ports().mappings())
        for (PortMapping* each = &own; each; each = each->parent)
            if (each == &child) return false;
    return true;
}

void IoPorts::look_at_next(PortMapping& parent) {
    PortMapping& child = *parent.next;
    parent.next = parent.children.after(child);
    if (is_inherited(child, parent)) return move(child, *parent.heir);
    if (child.range.overlaps(parent.taken)) take_from(child, parent.taken);
    if (parent.above && parent.above->range.contains(child.range)) move(child, *parent.above);
}

void IoPorts::leave(PortMapping& mapping) {
    visits_.remove(mapping);
    mapping.above = nullptr;
    mapping.heir = nullptr;
    if (mapping.range.is_none()) drop(mapping);
}

} // namespace flat::api
