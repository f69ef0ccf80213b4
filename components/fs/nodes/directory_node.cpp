// SPDX-License-Identifier: BSD-2-Clause
// What directories of all formats have in common: the rules of names.
#include <fs/nodes/directory_node.hpp>

#include <core/top.hpp>
#include <fs/nodes/held_node.hpp>
#include <fs/nodes/link_node.hpp>
#include <fs/nodes/volume.hpp>

namespace flat::fs {

Outcome<Node*> DirectoryNode::lookup(Span<u8 const> name) {
    auto const guard = volume().lock();
    auto const* const known = volume().names().find(*this, Text::from_bytes(name));
    NodeBase* const node = known ? TRY(held(*known)) : TRY(look_up(TRY(name_in(name))));
    return static_cast<Node*>(node);
}

Outcome<Node*> DirectoryNode::create(Span<u8 const> name, Beginning const& beginning) {
    if (beginning.kind == Kind::symbolic_link) return FsError{FsError::invalid};
    auto const guard = volume().lock();
    return static_cast<Node*>(TRY(make_child(TRY(name_in(name)), beginning, {})));
}

Outcome<SymbolicLink*> DirectoryNode::create_link(Span<u8 const> name, Span<u8 const> target,
                                                  Beginning const& beginning) {
    if (target.is_empty()) return FsError{FsError::not_found};
    if (target.size() > SymbolicLink::target_max) return FsError{FsError::name_too_long};
    auto const guard = volume().lock();
    Beginning as = beginning;
    as.kind = Kind::symbolic_link;
    NodeBase* const made = TRY(make_child(TRY(name_in(name)), as, target));
    return narrow_to<SymbolicLink>(*made);
}

Outcome<void> DirectoryNode::link(Span<u8 const> bytes, Node& node) {
    auto const guard = volume().lock();
    TRY(volume().check_writable());
    Text const name = TRY(name_in(bytes));
    NodeBase* const own = volume().own(node);
    if (!own) return FsError{FsError::cross_device};
    if (own->is_directory()) return FsError{FsError::is_directory};
    if (own->facts().links == 0) return FsError{FsError::not_found};
    TRY(check_new(name));
    return give_name(name, *own);
}

Outcome<void> DirectoryNode::unlink(Span<u8 const> bytes) {
    auto const guard = volume().lock();
    TRY(volume().check_writable());
    Text const name = TRY(name_in(bytes));
    HeldNode const node(volume(), TRY(child(name)));
    if (node->is_directory()) return FsError{FsError::is_directory};
    return forget_name(name, *node);
}

Outcome<void> DirectoryNode::remove_directory(Span<u8 const> bytes) {
    auto const guard = volume().lock();
    TRY(volume().check_writable());
    Text const name = TRY(name_in(bytes));
    if (is_own_name(name)) return FsError{name == "." ? FsError::invalid : FsError::not_empty};
    HeldNode const node(volume(), TRY(child(name)));
    auto* const directory = narrow_to<DirectoryNode>(*node);
    if (!directory) return FsError{FsError::not_directory};
    if (directory->is_covered_) return FsError{FsError::busy};
    if (!TRY(directory->is_empty())) return FsError{FsError::not_empty};
    return forget_name(name, *node);
}

Outcome<Directory::Entry> DirectoryNode::next(u64 place, Span<u8> name) {
    if (name.size() < name_max) return FsError{FsError::invalid};
    auto const guard = volume().lock();
    if (facts().links == 0) return Entry{place, 0, Kind::file, 0};
    return volume().noted(entry_at(place, name));
}

void DirectoryNode::set_covered(bool is_covered) {
    auto const guard = volume().lock();
    is_covered_ = is_covered;
}

void* DirectoryNode::narrow(InterfaceId id) {
    if (id == interface_id) return this;
    if (id == Directory::interface_id) return static_cast<Directory*>(this);
    return NodeBase::narrow(id);
}

/// Whether a name can be added.
Outcome<void> DirectoryNode::check_new(Text name) {
    TRY(volume().check_writable());
    if (facts().links == 0) return FsError{FsError::not_found};
    CachedName const* const known = volume().names().find(*this, name);
    bool const is_there = known ? known->node != nullptr : TRY(find(name)) != 0;
    if (is_there) return FsError{FsError::exists};
    return {};
}

/// The node of a name, held.
Outcome<NodeBase*> DirectoryNode::child(Text name) {
    if (auto const* const known = volume().names().find(*this, name)) return held(*known);
    if (name == ".") return volume().node(number());
    u64 const found = facts().links == 0 ? 0 : TRY(volume().noted(find(name)));
    if (found == 0) return FsError{FsError::not_found};
    return volume().node(found);
}

/// The same, of a name of which nothing is known, and will be.
Outcome<NodeBase*> DirectoryNode::look_up(Text name) {
    if (is_own_name(name) || facts().links == 0) return child(name);
    u64 const found = TRY(volume().noted(find(name)));
    NodeBase* const node = found != 0 ? TRY(volume().node(found)) : nullptr;
    volume().names().enter(*this, name, node);
    if (!node) return FsError{FsError::not_found};
    return node;
}

/// The node of a known name, held.
Outcome<NodeBase*> DirectoryNode::held(CachedName const& known) {
    if (!known.node) return FsError{FsError::not_found};
    volume().hold(*known.node);
    return known.node;
}

/// What is known of a name holds no longer.
void DirectoryNode::name_changes(Text name) {
    if (has_other_spellings())
        volume().names().forget_names_in(*this);
    else
        volume().names().forget(*this, name);
}

Outcome<NodeBase*> DirectoryNode::make_child(Text name, Beginning const& beginning,
                                             Span<u8 const> target) {
    TRY(check_new(name));
    bool const is_directory = beginning.kind == Kind::directory;
    if (is_directory && facts().links >= volume().limits().links_max)
        return FsError{FsError::too_many_links};
    if (SpaceRule* const rule = volume().space_rule()) TRY(rule->check(beginning.owner, {0, 1}));
    HeldNode node(volume(), TRY(volume().noted(volume().make_node(*this, beginning))));
    if (auto* const link = narrow_to<LinkNode>(*node)) TRY(link->set_target(target));
    TRY(give_name(name, *node));
    node->count();
    return node.leave();
}

/// Adds a name of a node. A directory has, besides its name, its own, and gives us one.
Outcome<void> DirectoryNode::give_name(Text name, NodeBase& node) {
    TRY(node.add_link());
    name_changes(name);
    Outcome<void> const outcome = add_name(name, node);
    if (outcome.is_error()) {
        TRY(node.remove_link());
        return outcome;
    }
    count();
    node.name_comes(*this, name);
    if (node.is_directory()) {
        TRY(node.add_link());
        TRY(add_link());
    }
    return touch(true);
}

/// Removes the name of a node; of a directory, all of its names.
Outcome<void> DirectoryNode::forget_name(Text name, NodeBase& node) {
    name_changes(name);
    TRY(remove_name(name));
    node.name_goes(*this, name);
    TRY(node.remove_link());
    if (node.is_directory()) {
        TRY(node.remove_link());
        TRY(remove_link());
    }
    return touch(true);
}

} // namespace flat::fs
