// SPDX-License-Identifier: BSD-2-Clause
// What file systems of all formats have in common: their nodes in memory, and one lock.
#pragma once

#include <core/containers/list.hpp>
#include <core/containers/ordered_tree.hpp>
#include <core/utility.hpp>
#include <core/waiting_lock.hpp>
#include <flat/fs/directory.hpp>
#include <flat/fs/file_system.hpp>
#include <flat/hal/clock.hpp>
#include <flat/memory/frames.hpp>
#include <flat/memory/objects.hpp>
#include <flat/memory/resident_pages.hpp>
#include <flat/thread/thread_manager.hpp>
#include <fs/disk/disk_faults.hpp>
#include <fs/names/name_cache.hpp>
#include <fs/nodes/node_base.hpp>
#include <fs/nodes/space_rule.hpp>

#include <new>

namespace flat::fs {

class DirectoryNode;

/// The base of file systems (Choices 1991, section 3.5). What changes nodes or names has its lock,
/// also while it waits for a disk. There is one object for each node that somebody holds, and for
/// some that somebody held lately. `root` and `unmount` take the lock, which is not recursive, and
/// may block.
class Volume : public FileSystem, NonCopyable {
public:
    /// What each file system needs of the kernel. Without a clock it is 1970.
    struct Services {
        memory::Objects& objects;
        memory::ResidentPages& pages;
        memory::Frames& frames;
        thread::ThreadManager& threads;
        hal::Clock* clock;
    };

    /// What differs between formats in numbers.
    struct Limits {
        u64 root; // its number
        u32 links_max;
        u32 idle_max; // nodes in memory that nobody holds
        u64 file_bytes_max;
        u32 names_max = 512; // that are known; 0 where names come and go by themselves
    };

    Volume(Services const& services, Limits const& limits)
        : services_(services), limits_(limits), names_(services.objects, limits.names_max),
          lock_(services.threads) {}

    /// By this identity a file system tells its volume to those that count its space.
    static constexpr InterfaceId interface_id = InterfaceId::of("flat.fs.Volume");

    void* narrow(InterfaceId id) override;
    Outcome<Directory*> root() override;
    Faults faults() override { return disk_faults_.now(); }
    Outcome<void> unmount() override;

    [[nodiscard]] WaitingLock::Guard lock() { return WaitingLock::Guard(lock_); }
    Services& services() { return services_; }
    DiskFaults& disk_faults() { return disk_faults_; }
    Limits const& limits() const { return limits_; }
    i64 now() { return services_.clock ? services_.clock->now_ns() : 0; }

    /// Blocks until a condition may have changed that was tested after `ticket`.
    void wait(u64 condition, u64 ticket);

    // Callers of what follows hold the lock.

    virtual Outcome<void> check_writable() { return {}; }

    NameCache& names() { return names_; }

    /// Whether nodes have owners, and say on the disk how much they occupy.
    virtual bool has_owned_space() const { return false; }

    /// Who counts what owners have, if somebody does.
    SpaceRule* space_rule() const { return space_rule_; }

    /// Has space be counted from now on: nodes in memory are counted with what they occupy.
    void count_by(SpaceRule& rule);

    /// Remembers if what was asked for was found CORRUPT: the disk is not whole then.
    template<class T>
    Outcome<T> noted(Outcome<T> outcome) {
        if (outcome.is_error() && outcome.error().code == FsError::Code::corrupt)
            is_corrupt_ = true;
        return outcome;
    }

    /// Does what threads without the lock wait for; returns whether there was anything.
    virtual bool serve() { return false; }

    /// The node with a number, held.
    Outcome<NodeBase*> node(u64 number);
    void hold(NodeBase& node);
    void let_go(NodeBase& node);

    /// Ends what is known of a name, and what it holds.
    void end(LeftName& left);

    /// Adds a node that was made, and holds it.
    void add(NodeBase& node);

    /// Blocks until metadata that only memory has are on the disk, and all that it was given are on
    /// its medium.
    virtual Outcome<void> write_back() { return {}; }

    /// Makes a node without a name in the sense of `Directory::create`, with no links, held.
    virtual Outcome<NodeBase*> make_node(DirectoryNode& parent, Directory::Beginning const& as) = 0;

    /// Whether it is the object for a node of this file system, and which.
    NodeBase* own(Node& node);

    /// Memory for an object, and its end.
    template<class T, class... Arguments>
    Outcome<T*> make(Arguments&&... arguments) {
        auto const place = services_.objects.allocate(sizeof(T));
        if (place.is_error()) return FsError{FsError::Code::out_of_memory};
        return new (pointer_to<void>(place.value())) T(forward<Arguments>(arguments)...);
    }
    template<class T>
    void dispose(T& object) {
        memory::Objects& objects = services_.objects;
        object.~T();
        objects.free(address_of(&object), sizeof(T));
    }

    /// Calls for each node in memory, as long as that succeeds.
    template<class Call>
    Outcome<void> for_each_node(Call call) {
        for (NodeBase* each = nodes_.first(); each; each = nodes_.first_above(each->number()))
            TRY(call(*each));
        return {};
    }

protected:
    ~Volume() = default;

    /// CORRUPT if that was found since the start.
    Outcome<void> check_whole() const {
        if (is_corrupt_) return FsError{FsError::corrupt};
        return {};
    }

    /// Whether there is an object for a node.
    bool is_known(u64 number) const { return nodes_.find(number) != nullptr; }

    /// As many bytes as files can have, if it is not the same for all of the format.
    void set_file_bytes_max(u64 bytes) { limits_.file_bytes_max = bytes; }

    /// Makes the object for a node that exists; `node` adds it.
    virtual Outcome<NodeBase*> load(u64 number) = 0;

    /// Brings all to the disk, and says there that it is whole; nothing is in memory afterwards.
    virtual Outcome<void> close() = 0;

    /// Ends the objects of all nodes, which nobody holds.
    void forget_all();

private:
    using LeftList = IntrusiveList<LeftName, &LeftName::link>;

    void drop(NodeBase& node, LeftList& left);
    void end(LeftList& left);
    void end(NodeBase& node);

    Services services_;
    Limits limits_;
    DiskFaults disk_faults_;
    NameCache names_;
    WaitingLock lock_;
    OrderedTree<NodeBase, &NodeBase::by_number_, &NodeBase::number_key> nodes_;
    IntrusiveList<NodeBase, &NodeBase::idle_> idle_; // the one that is idle longest is the first
    u32 idle_count_ = 0;
    u32 held_count_ = 0;
    bool is_corrupt_ = false;
    SpaceRule* space_rule_ = nullptr;
};

} // namespace flat::fs
