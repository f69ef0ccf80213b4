// SPDX-License-Identifier: BSD-2-Clause
// What directories of all formats have in common: the rules of names.
#pragma once

#include <flat/fs/directory.hpp>
#include <fs/nodes/node_base.hpp>

namespace flat::fs {

/// A directory. The rules are POSIX's; a format stores names with numbers. What is counted goes up
/// before a name is there and down after it has gone, so that a disk that is left in between has no
/// name for something that is no more. The methods of `Directory` take the volume's lock and may
/// block: their callers must not hold it.
class DirectoryNode : public NodeBase, public Directory {
public:
    /// By this identity a directory tells its object to its own volume.
    static constexpr InterfaceId interface_id = InterfaceId::of("flat.fs.DirectoryNode");

    using NodeBase::NodeBase;

    Outcome<Node*> lookup(Span<u8 const> name) override;
    Outcome<Node*> create(Span<u8 const> name, Beginning const& beginning) override;
    Outcome<SymbolicLink*> create_link(Span<u8 const> name, Span<u8 const> target,
                                       Beginning const& beginning) override;
    Outcome<void> link(Span<u8 const> name, Node& node) override;
    Outcome<void> unlink(Span<u8 const> name) override;
    Outcome<void> remove_directory(Span<u8 const> name) override;
    Outcome<void> rename(Span<u8 const> name, Directory& to, Span<u8 const> new_name) override;
    Outcome<Entry> next(u64 place, Span<u8> name) override;
    void set_covered(bool is_covered) override;
    void* narrow(InterfaceId id) override;

    // What formats do differently, called with the lock.

    /// The number of the node of this name, `.` and `..` included; 0 if there is none.
    virtual Outcome<u64> find(Text name) = 0;

    /// Adds a name that is not there.
    virtual Outcome<void> add_name(Text name, NodeBase& node) = 0;

    /// Removes a name that is there.
    virtual Outcome<void> remove_name(Text name) = 0;

    /// Has a name that is there, perhaps `..`, be one of another node.
    virtual Outcome<void> change_name(Text name, NodeBase& node) = 0;

    /// A name is about to be removed, which is there as `new_name` of `to` already.
    virtual Outcome<void> moves_away(Text name, DirectoryNode& to, Text new_name) {
        static_cast<void>(name);
        static_cast<void>(to);
        static_cast<void>(new_name);
        return {};
    }

    /// Whether a node is found by other spellings of its name, too.
    virtual bool has_other_spellings() { return false; }

    /// Whether it has no names but `.` and `..`.
    virtual Outcome<bool> is_empty() = 0;

    /// As `next`, and a name has 0 bytes after the last one.
    virtual Outcome<Entry> entry_at(u64 place, Span<u8> name) = 0;

protected:
    ~DirectoryNode() = default;

private:
    struct Renaming;

    Outcome<void> check_new(Text name);
    Outcome<NodeBase*> child(Text name);
    Outcome<NodeBase*> look_up(Text name);
    Outcome<NodeBase*> held(CachedName const& known);
    void name_changes(Text name);
    Outcome<NodeBase*> make_child(Text name, Beginning const& beginning, Span<u8 const> target);
    Outcome<void> give_name(Text name, NodeBase& node);
    Outcome<void> forget_name(Text name, NodeBase& node);
    Outcome<void> check_replaced(NodeBase& moved, NodeBase& replaced);
    Outcome<bool> is_below(DirectoryNode& other);
    Outcome<void> carry_out(Renaming const& renaming);
    Outcome<void> move_name(Renaming const& renaming);

    bool is_covered_ = false;
};

} // namespace flat::fs
