// SPDX-License-Identifier: BSD-2-Clause
// All file systems as one graph, and the paths in it.
#include <fs/mounted_names.hpp>

#include <core/memory.hpp>
#include <core/scratch.hpp>
#include <core/top.hpp>

namespace flat::fs {

Result<Node*, FsError> MountedNames::resolve(Directory& root, Directory& current,
                                             Span<u8 const> path, bool follows_last) {
    using Last = PathWalk::Last;
    PathWalk walk(mounts_, *objects, root, rule_or_none());
    return walk.run(current, Text::from_bytes(path),
                    follows_last ? Last::is_followed : Last::is_not_followed);
}

Result<Directory*, FsError> MountedNames::resolve_parent(Directory& root, Directory& current,
                                                         Span<u8 const> path) {
    PathWalk walk(mounts_, *objects, root, rule_or_none());
    Node* const node = TRY(walk.run(current, Text::from_bytes(path), PathWalk::Last::is_left));
    return narrow_to<Directory>(*node);
}

Names::Last MountedNames::last(Span<u8 const> path) {
    usize end = path.size();
    while (end != 0 && path[end - 1] == '/')
        --end;
    usize begin = end;
    while (begin != 0 && path[begin - 1] != '/')
        --begin;
    return {static_cast<u32>(begin), static_cast<u32>(end - begin), end != path.size()};
}

Result<u32, FsError> MountedNames::path(Directory& root, Directory& of, Span<u8> destination) {
    usize const bytes = path_max + 1;
    auto const place = objects->allocate(bytes);
    if (place.is_error()) return FsError{FsError::out_of_memory};
    auto const text = write_path(root, of, Span<char>(pointer_to<char>(place.value()), bytes));
    Outcome<u32> const size =
        text.is_ok() ? text.value().write_to(destination) : Outcome<u32>(text.error());
    objects->free(place.value(), bytes);
    return size;
}

Result<Names::Mounted, FsError> MountedNames::mounted(Directory& root, u32 number,
                                                      Span<u8> destination) {
    Holding<Directory> const covering(mounts_.root(number));
    if (!covering.get()) return FsError{FsError::not_found};
    auto const known = covering->file_system().statistics();
    u32 const bytes = TRY(path(root, *covering, destination));
    return Mounted{known.format, known.is_read_only, bytes};
}

Result<void, FsError> MountedNames::mount(Directory& at, FileSystem& what) {
    return mounts_.add(at, what);
}

Result<void, FsError> MountedNames::unmount(Directory& root, Directory& current,
                                            Span<u8 const> path) {
    Node* const node = TRY(resolve(root, current, path, true));
    node->release(); // it is held by its mount, or else it is none
    return mounts_.remove(*node);
}

Result<void, FsError> MountedNames::sync_all() {
    auto const outcome = mounts_.sync_all();
    auto const synced = first->sync();
    return outcome.is_error() ? outcome : synced;
}

Result<u32, FsError> MountedNames::unmount_all() {
    auto const left = mounts_.remove_all();
    auto const synced = first->sync();
    if (left.is_ok() && synced.is_error()) return synced.error();
    return left;
}

/// Writes the path to a directory into room, its last name first.
Outcome<Text> MountedNames::write_path(Directory& root, Directory& of, Span<char> room) {
    usize begin = room.size();
    PathWalk walk(mounts_, *objects, root, nullptr);
    of.hold();
    Holding<Directory> at(&of);
    while (at.get() != &root) {
        Holding<Directory> above(TRY(walk.parent(*at)));
        if (above.get() == at.get()) return FsError{FsError::not_found};
        u8 name_room[Directory::name_max];
        Text const name = TRY(name_of(*at, *above, name_room));
        if (begin < name.size() + 1) return FsError{FsError::name_too_long};
        begin -= name.size();
        memcpy(room.data() + begin, name.data(), name.size());
        room[--begin] = '/';
        at.take(above.leave());
    }
    if (begin == room.size()) room[--begin] = '/';
    return Text(room.data() + begin, room.size() - begin);
}

/// Which name a directory has in the one around it: there is no other way than to look.
Outcome<Text> MountedNames::name_of(Directory& child, Directory& parent, Span<u8> room) {
    Holding<Directory> covered(mounts_.covered(child));
    Directory& named = covered.get() ? *covered : child;
    u64 const number = named.attributes().number;
    for (u64 place = 0;;) {
        Directory::Entry const entry = TRY(parent.next(place, room));
        if (entry.name_bytes == 0) return FsError{FsError::not_found};
        Text const name = Text::from_bytes(Span<u8 const>(room).first(entry.name_bytes));
        if (entry.number == number && !is_own_name(name)) return name;
        place = entry.next;
    }
}

} // namespace flat::fs
