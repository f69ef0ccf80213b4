// SPDX-License-Identifier: BSD-2-Clause
// The rules by which names are moved (POSIX.1-2017, rename).
#include <fs/nodes/directory_node.hpp>

#include <core/top.hpp>
#include <fs/nodes/held_node.hpp>
#include <fs/nodes/volume.hpp>

namespace flat::fs {

/// A name that moves: whose it is, where to, and what it replaces, if anything.
struct DirectoryNode::Renaming {
    Text name;
    NodeBase& moved;
    DirectoryNode& to;
    Text new_name;
    NodeBase* replaced;
};

Outcome<void> DirectoryNode::rename(Span<u8 const> name, Directory& to, Span<u8 const> new_name) {
    auto const guard = volume().lock();
    TRY(volume().check_writable());
    Text const from_text = TRY(name_in(name));
    Text const to_text = TRY(name_in(new_name));
    if (!volume().own(to)) return FsError{FsError::cross_device};
    auto& target = *narrow_to<DirectoryNode>(to);
    if (is_own_name(from_text) || is_own_name(to_text)) return FsError{FsError::invalid};
    HeldNode const moved(volume(), TRY(child(from_text)));
    if (target.facts().links == 0) return FsError{FsError::not_found};
    u64 const present = TRY(target.find(to_text));
    HeldNode const replaced(volume(), present != 0 ? TRY(volume().node(present)) : nullptr);
    return carry_out({from_text, *moved, target, to_text, replaced.get()});
}

Outcome<void> DirectoryNode::carry_out(Renaming const& renaming) {
    if (renaming.replaced == &renaming.moved) return {};
    auto* const directory = narrow_to<DirectoryNode>(renaming.moved);
    if (directory && directory->is_covered_) return FsError{FsError::busy};
    if (directory && TRY(renaming.to.is_below(*directory))) return FsError{FsError::invalid};
    if (renaming.replaced) TRY(check_replaced(renaming.moved, *renaming.replaced));
    bool const adds_to_parent = directory && &renaming.to != this && !renaming.replaced;
    if (adds_to_parent && renaming.to.facts().links >= volume().limits().links_max)
        return FsError{FsError::too_many_links};
    ++renaming.moved.facts().links; // for a while it has both names
    TRY(renaming.moved.save());
    Outcome<void> const outcome = move_name(renaming);
    TRY(renaming.moved.remove_link());
    TRY(outcome);
    if (directory && &renaming.to != this) {
        TRY(directory->change_name("..", renaming.to));
        TRY(renaming.to.add_link());
        TRY(remove_link());
    }
    TRY(touch(true));
    renaming.to.count();
    return renaming.to.touch(true);
}

/// The new name first: what is left in between has both.
Outcome<void> DirectoryNode::move_name(Renaming const& renaming) {
    NodeBase* const replaced = renaming.replaced;
    name_changes(renaming.name);
    renaming.to.name_changes(renaming.new_name);
    if (!replaced) {
        TRY(renaming.to.add_name(renaming.new_name, renaming.moved));
        TRY(moves_away(renaming.name, renaming.to, renaming.new_name));
        TRY(remove_name(renaming.name));
        renaming.moved.name_moves(*this, renaming.name, renaming.to, renaming.new_name);
        return {};
    }
    TRY(renaming.to.change_name(renaming.new_name, renaming.moved));
    TRY(moves_away(renaming.name, renaming.to, renaming.new_name));
    TRY(remove_name(renaming.name));
    replaced->name_goes(renaming.to, renaming.new_name);
    renaming.moved.name_moves(*this, renaming.name, renaming.to, renaming.new_name);
    TRY(replaced->remove_link());
    if (!replaced->is_directory()) return {};
    TRY(replaced->remove_link());
    return renaming.to.remove_link();
}

Outcome<void> DirectoryNode::check_replaced(NodeBase& moved, NodeBase& replaced) {
    auto* const directory = narrow_to<DirectoryNode>(replaced);
    if (directory && TRY(is_below(*directory))) return FsError{FsError::not_empty};
    if (directory && !moved.is_directory()) return FsError{FsError::is_directory};
    if (!directory && moved.is_directory()) return FsError{FsError::not_directory};
    if (!directory) return {};
    if (directory->is_covered_) return FsError{FsError::busy};
    if (!TRY(directory->is_empty())) return FsError{FsError::not_empty};
    return {};
}

/// Whether this is another directory, or somewhere in it. Disks may have circles.
Outcome<bool> DirectoryNode::is_below(DirectoryNode& other) {
    constexpr u32 depth_max = 4096;
    u64 current = number();
    for (u32 depth = 0; depth < depth_max; ++depth) {
        if (current == other.number()) return true;
        if (current == volume().limits().root) return false;
        HeldNode const node(volume(), TRY(volume().node(current)));
        auto* const directory = narrow_to<DirectoryNode>(*node);
        if (!directory) return FsError{FsError::corrupt};
        current = TRY(directory->find(".."));
    }
    return FsError{FsError::corrupt};
}

} // namespace flat::fs
