// SPDX-License-Identifier: BSD-2-Clause
// Names that were looked up lately, and names that were not there.
#pragma once

#include <core/containers/list.hpp>
#include <core/text.hpp>
#include <core/utility.hpp>
#include <flat/memory/objects.hpp>

namespace flat::fs {

class NodeBase;

/// A name in a directory; its text follows it in memory. It ends with both objects.
struct CachedName {
    Text text() const { return Text(reinterpret_cast<char const*>(this + 1), size); }

    NodeBase* directory;
    NodeBase* node; // null: there is no such name
    u64 hash;
    u32 size;
    bool is_referenced; // since it was looked at to leave
    ListLink<CachedName> in_bucket;
    ListLink<CachedName> in_directory;
    ListLink<CachedName> of_node;
    ListLink<CachedName> in_all;
};

/// The names of one file system: what asks the format, and perhaps a disk, is asked once. Who
/// changes names of a directory has them forgotten first. At most `names_max` are known, of which
/// one leaves by the clock algorithm for each that comes; without memory none comes. Callers hold
/// the lock of the file system.
class NameCache : NonCopyable {
public:
    NameCache(memory::Objects& objects, u32 names_max) : objects_(objects), names_max_(names_max) {}

    /// What is known of a name; null: nothing.
    CachedName const* find(NodeBase const& directory, Text name);

    /// Knows a name from now on, of which nothing is known yet.
    void enter(NodeBase& directory, Text name, NodeBase* node);

    /// Knows nothing of a name, or of any in a directory.
    void forget(NodeBase& directory, Text name);
    void forget_names_in(NodeBase& directory);

    /// Knows no name that leads to a node.
    void forget_names_of(NodeBase& node);

    u32 count() const { return count_; }

private:
    static constexpr u32 buckets = 128;

    using Bucket = IntrusiveList<CachedName, &CachedName::in_bucket>;

    Bucket& bucket_of(u64 hash) { return buckets_[hash % buckets]; }
    CachedName* find_in(Bucket& bucket, NodeBase const& directory, Text name, u64 hash);
    void make_room();
    void end(CachedName& name);

    memory::Objects& objects_;
    u32 names_max_;
    u32 count_ = 0;
    IntrusiveList<CachedName, &CachedName::in_all> all_; // the next that may leave is the first
    Bucket buckets_[buckets];
};

} // namespace flat::fs
