// SPDX-License-Identifier: BSD-2-Clause
// All file systems as one graph, and the paths in it.
#pragma once

#include <core/utility.hpp>
#include <fs/mounted_names.flat.hpp>
#include <fs/names/mounts.hpp>
#include <fs/names/path_walk.hpp>

namespace flat::fs {

/// The first file system is at the root. Nothing is kept of a path but what the file systems keep.
class MountedNames : public MountedNamesComponent, NonCopyable {
public:
    MountedNames(Ports const& ports, Attributes const& attributes)
        : MountedNamesComponent(ports, attributes), mounts_(*threads) {}

    Result<Directory*, FsError> root() override { return first->root(); }
    Result<Node*, FsError> resolve(Directory& root, Directory& current, Span<u8 const> path,
                                   bool follows_last) override;
    Result<Node*, FsError> find(Directory& root, Directory& current, Span<u8 const> path,
                                bool follows_last, Finder& finder) override;
    u64 number_of(Span<u8 const> name) override;
    Result<Directory*, FsError> resolve_parent(Directory& root, Directory& current,
                                               Span<u8 const> path) override;
    Last last(Span<u8 const> path) override;
    Result<u32, FsError> path(Directory& root, Directory& of, Span<u8> destination) override;
    Result<Path, FsError> path_of(Directory& root, Node& node, Directory* directory, u64 name,
                                  Span<u8> destination) override;
    Result<Mounted, FsError> mounted(Directory& root, u32 number, Span<u8> path) override;
    Result<void, FsError> mount(Directory& at, FileSystem& what) override;
    Result<void, FsError> unmount(Directory& root, Directory& current,
                                  Span<u8 const> path) override;
    Result<void, FsError> sync_all() override;
    Result<u32, FsError> unmount_all() override;

private:
    SearchRule* rule_or_none() { return rule ? &*rule : nullptr; }
    class PathText;

    template<class Write>
    Outcome<u32> in_room(Span<u8> destination, Write const& write);
    Outcome<void> write_path(Directory& root, Directory& of, bool even_removed, PathText& to);
    Outcome<Text> name_of(Directory& child, Directory& parent, Span<u8> room);
    static Outcome<Text> name_of(Node& node, Directory& in, u64 name, Span<u8> room);

    Mounts mounts_;
};

} // namespace flat::fs
