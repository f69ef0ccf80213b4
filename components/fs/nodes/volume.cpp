// SPDX-License-Identifier: BSD-2-Clause
// What file systems of all formats have in common: their nodes in memory, and one lock.
#include <fs/nodes/volume.hpp>

#include <core/top.hpp>

namespace flat::fs {

void* Volume::narrow(InterfaceId id) {
    return id == interface_id ? this : nullptr;
}

Outcome<Directory*> Volume::root() {
    auto const guard = lock();
    NodeBase* const found = TRY(node(limits_.root));
    auto* const directory = narrow_to<Directory>(*found);
    if (directory) return directory;
    let_go(*found);
    return FsError{FsError::corrupt};
}

Outcome<void> Volume::unmount() {
    auto const guard = lock();
    if (held_count_ != 0) return FsError{FsError::busy};
    TRY(close());
    if (space_rule_) exchange(space_rule_, nullptr)->ended();
    return {};
}

void Volume::count_by(SpaceRule& rule) {
    space_rule_ = &rule;
    for (NodeBase* each = nodes_.first(); each; each = nodes_.first_above(each->number()))
        each->is_counted_as_it_is();
}

void Volume::wait(u64 condition, u64 ticket) {
    if (!services_.threads.wait(condition, ticket)) services_.threads.yield();
}

Outcome<NodeBase*> Volume::node(u64 number) {
    if (NodeBase* const found = nodes_.find(number)) {
        hold(*found);
        return found;
    }
    NodeBase* const loaded = TRY(noted(load(number)));
    add(*loaded);
    if (space_rule_) loaded->is_counted_as_it_is();
    return loaded;
}

void Volume::add(NodeBase& node) {
    nodes_.insert(node);
    node.holds_.store(1);
    ++held_count_;
}

void Volume::hold(NodeBase& node) {
    if (node.holds_.fetch_add(1) != 0) return;
    ++held_count_;
    idle_.remove(node);
    --idle_count_;
}

void Volume::let_go(NodeBase& node) {
    LeftList left;
    drop(node, left);
    end(left);
}

void Volume::end(LeftName& left) {
    LeftList list;
    list.push_back(left);
    end(list);
}

/// Ends all of a list, one after the other: directories that were removed hold those around them.
void Volume::end(LeftList& left) {
    while (LeftName* const each = left.pop_front()) {
        NodeBase& directory = *each->to;
        usize const bytes = sizeof(LeftName) + each->size;
        each->~LeftName();
        services_.objects.free(address_of(each), bytes);
        drop(directory, left);
    }
}

/// Ends a hold. A node without a name ends with the last one; others stay for the next holder.
/// What was known of its names goes to a list.
void Volume::drop(NodeBase& node, LeftList& left) {
    u32 const before = node.holds_.fetch_subtract(1);
    assert(before != 0);
    if (before != 1) return;
    while (LeftName* const each = node.left_names_.take_any())
        left.push_back(*each);
    --held_count_;
    idle_.push_back(node);
    ++idle_count_;
    if (node.facts().links == 0) {
        // What cannot be given back now is found by fsck: nobody asks for it here.
        (void)node.erase();
        end(node);
    }
    while (idle_count_ > limits_.idle_max && idle_.first()->write_back().is_ok())
        end(*idle_.first());
}

void Volume::forget_all() {
    while (NodeBase* const each = idle_.first())
        end(*each);
    assert(nodes_.is_empty());
}

NodeBase* Volume::own(Node& node) {
    if (&node.file_system() != static_cast<FileSystem*>(this)) return nullptr;
    return static_cast<NodeBase*>(node.narrow(NodeBase::interface_id));
}

/// Ends the object of a node that nobody holds.
void Volume::end(NodeBase& node) {
    if (node.facts().links == 0)
        node.count_no_more();
    else
        node.count();
    idle_.remove(node);
    --idle_count_;
    nodes_.remove(node);
    names_.forget_names_in(node);
    names_.forget_names_of(node);
    node.destroy();
}

} // namespace flat::fs
