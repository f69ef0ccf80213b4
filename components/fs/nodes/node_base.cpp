// SPDX-License-Identifier: BSD-2-Clause
// What nodes of all kinds and file systems have in common.
#include <fs/nodes/node_base.hpp>

#include <core/assert.hpp>
#include <core/top.hpp>
#include <flat/fs/directory.hpp>
#include <fs/names/name_hash.hpp>
#include <fs/nodes/volume.hpp>

namespace flat::fs {

/// Without the lock, which may be another thread's that waits for the disk: each value is one that
/// the node had, and of a change that is under way some may be new.
Node::Attributes NodeBase::attributes() {
    return {facts_.number, facts_.kind,        facts_.mode,        facts_.owner,
            facts_.group,  facts_.links,       size_bytes(),       sectors(),
            facts_.device, facts_.accessed_ns, facts_.modified_ns, facts_.changed_ns};
}

FileSystem& NodeBase::file_system() {
    return volume_;
}

void NodeBase::hold() {
    u32 const before = holds_.fetch_add(1);
    assert(before != 0); // the caller holds it
    static_cast<void>(before);
}

void NodeBase::release() {
    for (u32 holds = holds_.load(); holds > 1;)
        if (holds_.compare_exchange(holds, holds - 1)) return;
    auto const guard = volume_.lock();
    volume_.let_go(*this);
}

void NodeBase::trace(Directory& directory, u64 name, Finder& to) {
    auto const guard = volume_.lock();
    NodeBase* in = volume_.own(directory);
    LeftName const* const left =
        is_directory() ? left_names_.first_removed() : (in ? left_names_.find(*in, name) : nullptr);
    if (left) {
        in = left->to;
        name = left->name_there;
    }
    if (!in || (is_directory() && !left)) return;
    volume_.hold(*in);
    to.found(*narrow_to<Directory>(*in), name);
}

u32 NodeBase::removed_name(Directory& directory, u64 name, Span<u8> text) {
    auto const guard = volume_.lock();
    NodeBase const* const in = volume_.own(directory);
    LeftName const* const left = in ? left_names_.find(*in, name) : nullptr;
    return left && left->is_removed() ? left->text().write_to(text) : 0;
}

void NodeBase::name_comes(NodeBase& in, Text name) {
    if (left_names_.is_empty()) return;
    if (LeftName* const left = left_names_.take(in, number_of_name(name))) volume_.end(*left);
}

void NodeBase::name_goes(NodeBase& from, Text name) {
    if (!is_shared()) return;
    if (left_names_.removed(volume_.services().objects, from, name)) volume_.hold(from);
}

void NodeBase::name_moves(NodeBase& from, Text name, NodeBase& to, Text new_name) {
    name_comes(to, new_name);
    if (!is_shared() || is_directory()) return; // a directory is found by `..`
    memory::Objects& objects = volume_.services().objects;
    bool const is_known =
        left_names_.moved(objects, from, number_of_name(name), to, number_of_name(new_name));
    if (is_known) volume_.hold(to);
}

Outcome<void> NodeBase::set_mode(u32 mode) {
    auto const guard = volume_.lock();
    TRY(volume_.check_writable());
    facts_.mode = mode & mode_bits;
    return touch(false);
}

Outcome<void> NodeBase::set_owner(u32 owner, u32 group) {
    auto const guard = volume_.lock();
    TRY(volume_.check_writable());
    if (owner != facts_.owner && volume_.space_rule())
        TRY(volume_.space_rule()->check(owner, {sectors(), 1}));
    count_no_more();
    facts_.owner = owner;
    facts_.group = group;
    count();
    return touch(false);
}

Outcome<void> NodeBase::set_times(i64 accessed_ns, i64 modified_ns) {
    auto const guard = volume_.lock();
    TRY(volume_.check_writable());
    facts_.accessed_ns = accessed_ns;
    facts_.modified_ns = modified_ns;
    return touch(false);
}

Outcome<void> NodeBase::check_space(u64 sectors) {
    SpaceRule* const rule = volume_.space_rule();
    return rule ? rule->check(facts_.owner, {sectors, 0}) : Outcome<void>();
}

void NodeBase::count() {
    SpaceRule* const rule = volume_.space_rule();
    if (!rule) return;
    u64 const before = counted_sectors_;
    counted_sectors_ = sectors();
    rule->change(facts_.owner, {before, is_counted_ ? u64(1) : 0}, {counted_sectors_, 1});
    is_counted_ = true;
}

void NodeBase::count_no_more() {
    SpaceRule* const rule = volume_.space_rule();
    if (!rule || !is_counted_) return;
    rule->change(facts_.owner, {counted_sectors_, 1}, {});
    counted_sectors_ = 0;
    is_counted_ = false;
}

void NodeBase::is_counted_as_it_is() {
    counted_sectors_ = sectors();
    is_counted_ = true;
}

void* NodeBase::narrow(InterfaceId id) {
    if (id == interface_id) return this;
    if (id == Node::interface_id) return static_cast<Node*>(this);
    if (id == core::AbstractResource::interface_id)
        return static_cast<core::AbstractResource*>(this);
    return nullptr;
}

Outcome<void> NodeBase::touch(bool are_contents_changed) {
    facts_.changed_ns = volume_.now();
    if (are_contents_changed) facts_.modified_ns = facts_.changed_ns;
    return save();
}

Outcome<void> NodeBase::add_link() {
    if (facts_.links >= volume_.limits().links_max) return FsError{FsError::too_many_links};
    ++facts_.links;
    return touch(false);
}

Outcome<void> NodeBase::remove_link() {
    if (facts_.links == 0) return FsError{FsError::corrupt};
    --facts_.links;
    return touch(false);
}

} // namespace flat::fs
