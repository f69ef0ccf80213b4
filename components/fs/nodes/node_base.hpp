// SPDX-License-Identifier: BSD-2-Clause
// What nodes of all kinds and file systems have in common.
#pragma once

#include <core/atomic.hpp>
#include <core/containers/list.hpp>
#include <core/containers/ordered_tree.hpp>
#include <core/utility.hpp>
#include <flat/fs/finder.hpp>
#include <flat/fs/node.hpp>
#include <fs/names/left_names.hpp>
#include <fs/names/name_cache.hpp>
#include <fs/outcome.hpp>

namespace flat::fs {

class Volume;

/// What is stored for each node, whatever the format.
struct Facts {
    u64 number = 0;
    Node::Kind kind = Node::Kind::file;
    u32 mode = 0;
    u32 owner = 0;
    u32 group = 0;
    u32 links = 0;
    u64 device = 0;
    i64 accessed_ns = 0;
    i64 modified_ns = 0;
    i64 changed_ns = 0;
};

/// The object in memory for a node, made and ended by its `Volume`. What it says of itself is
/// changed under the volume's lock; `save` brings that to where the format has it. The methods of
/// `Node` that change something take that lock, which is not recursive: their callers must not hold
/// it.
class NodeBase : public virtual Node, NonCopyable {
public:
    static constexpr u32 mode_bits = 07777;

    /// By this identity a node tells its object to its own volume.
    static constexpr InterfaceId interface_id = InterfaceId::of("flat.fs.NodeBase");

    NodeBase(Volume& volume, Facts const& facts) : volume_(volume), facts_(facts) {}

    Attributes attributes() override;
    FileSystem& file_system() override;
    void hold() override;
    void release() override;
    void trace(Directory& directory, u64 name, Finder& to) override;
    u32 removed_name(Directory& directory, u64 name, Span<u8> text) override;
    Outcome<void> set_mode(u32 mode) override;
    Outcome<void> set_owner(u32 owner, u32 group) override;
    Outcome<void> set_times(i64 accessed_ns, i64 modified_ns) override;
    void* narrow(InterfaceId id) override;

    // Callers of what follows hold the volume's lock.

    Facts& facts() { return facts_; }
    u64 number() const { return facts_.number; }
    bool is_directory() const { return facts_.kind == Kind::directory; }

    /// Names that are known in it, and those that are known to lead to it.
    auto& names_in() { return names_in_; }
    auto& names_of() { return names_of_; }

    /// A name of it is given, is removed, or moves to another directory or text.
    void name_comes(NodeBase& in, Text name);
    void name_goes(NodeBase& from, Text name);
    void name_moves(NodeBase& from, Text name, NodeBase& to, Text new_name);

    /// Whether somebody holds it besides the caller.
    bool is_shared() const { return holds_.load() > 1; }

    /// Has the time of the last change, and of the last one of the contents, be now; saves both.
    Outcome<void> touch(bool are_contents_changed);

    /// One name more, or less. It is saved.
    Outcome<void> add_link();
    Outcome<void> remove_link();

    // Where the space of owners is counted; elsewhere nothing happens.

    /// OVER_QUOTA if its owner may not have so much more.
    Outcome<void> check_space(u64 sectors);

    /// What it occupies has changed, or it is new.
    void count();

    /// It is not its owner's any more.
    void count_no_more();

    /// What it occupies has been counted already.
    void is_counted_as_it_is();

    // Both also without the lock.

    /// How long its contents are.
    virtual u64 size_bytes() { return 0; }

    /// What it occupies, in units of 512 bytes; formats say it.
    virtual u64 sectors() = 0;

    /// Blocks until contents that only memory has are on the disk.
    virtual Outcome<void> write_back() { return {}; }

    // What formats do differently.

    /// Gives back space that was taken in advance.
    virtual Outcome<void> give_excess() { return {}; }

    /// Brings its facts and its size to where the format has them.
    virtual Outcome<void> save() = 0;

    /// Gives back all that it occupies: nobody has a name for it, or holds it.
    virtual Outcome<void> erase() = 0;

    /// Ends the object and gives its memory back; all of it that is to be written has been.
    virtual void destroy() = 0;

protected:
    ~NodeBase() = default;

    Volume& volume() { return volume_; }

private:
    friend class Volume;

    u64 number_key() const { return facts_.number; }

    Volume& volume_;
    Facts facts_;
    Atomic<u32> holds_ = 0; // the first and the last one under the lock
    TreeLink<NodeBase> by_number_;
    IntrusiveList<CachedName, &CachedName::in_directory> names_in_;
    IntrusiveList<CachedName, &CachedName::of_node> names_of_;
    LeftNames left_names_;
    ListLink<NodeBase> idle_; // if nobody holds it
    u64 counted_sectors_ = 0;
    bool is_counted_ = false;
};

} // namespace flat::fs
