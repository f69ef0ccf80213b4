// SPDX-License-Identifier: BSD-2-Clause
// All file systems as one graph, and the paths in it.
#include <fs/mounted_names.hpp>

#include <core/disk/found_directory.hpp>
#include <core/memory.hpp>
#include <core/scratch.hpp>
#include <core/top.hpp>
#include <fs/names/name_hash.hpp>

namespace flat::fs {

/// A path that is written from its end on.
class MountedNames::PathText {
public:
    explicit PathText(Span<char> room) : room_(room), begin_(room.size()) {}

    bool is_empty() const { return begin_ == room_.size(); }
    Text whole() const { return Text(room_.data() + begin_, room_.size() - begin_); }

    /// A slash, a name, and what was there.
    Outcome<void> prepend(Text name) {
        if (begin_ < name.size() + 1) return FsError{FsError::name_too_long};
        begin_ -= name.size();
        memcpy(room_.data() + begin_, name.data(), name.size());
        room_[--begin_] = '/';
        return {};
    }

private:
    Span<char> room_;
    usize begin_;
};

Result<Node*, FsError> MountedNames::resolve(Directory& root, Directory& current,
                                             Span<u8 const> path, bool follows_last) {
    using Last = PathWalk::Last;
    PathWalk walk(mounts_, *objects, root, rule_or_none());
    return walk.run(current, Text::from_bytes(path),
                    follows_last ? Last::is_followed : Last::is_not_followed);
}

Result<Node*, FsError> MountedNames::find(Directory& root, Directory& current, Span<u8 const> path,
                                          bool follows_last, Finder& finder) {
    using Last = PathWalk::Last;
    PathWalk walk(mounts_, *objects, root, rule_or_none());
    return walk.run(current, Text::from_bytes(path),
                    follows_last ? Last::is_followed : Last::is_not_followed, &finder);
}

u64 MountedNames::number_of(Span<u8 const> name) {
    return number_of_name(Text::from_bytes(name));
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

/// Has a path written in memory that is taken for that, and copies it.
template<class Write>
Outcome<u32> MountedNames::in_room(Span<u8> destination, Write const& write) {
    usize const bytes = path_max + 1;
    auto const place = objects->allocate(bytes);
    if (place.is_error()) return FsError{FsError::Code::out_of_memory};
    PathText text(Span<char>(pointer_to<char>(place.value()), bytes));
    Outcome<void> const outcome = write(text);
    Outcome<u32> const size =
        outcome.is_ok() ? text.whole().write_to(destination) : Outcome<u32>(outcome.error());
    objects->free(place.value(), bytes);
    return size;
}

Result<u32, FsError> MountedNames::path(Directory& root, Directory& of, Span<u8> destination) {
    return in_room(destination, [&](PathText& text) { return write_path(root, of, false, text); });
}

Result<Names::Path, FsError> MountedNames::path_of(Directory& root, Node& node,
                                                   Directory* directory, u64 name,
                                                   Span<u8> destination) {
    Path told = {};
    auto const write = [&](PathText& text) -> Outcome<void> {
        if (auto* const of = narrow_to<Directory>(node)) {
            FoundDirectory around;
            node.trace(*of, 0, around);
            told.is_removed = around.get() != nullptr;
            return write_path(root, *of, true, text);
        }
        FoundDirectory in;
        if (directory) node.trace(*directory, name, in);
        if (!in.get()) return FsError{FsError::not_found};
        u8 room[Directory::name_max];
        u32 const removed_bytes = node.removed_name(*in.get(), in.name(), room);
        told.is_removed = removed_bytes != 0;
        TRY(text.prepend(told.is_removed
                             ? Text::from_bytes(Span<u8 const>(room).first(removed_bytes))
                             : TRY(name_of(node, *in.get(), in.name(), room))));
        return in.get() == &root ? Outcome<void>() : write_path(root, *in.get(), true, text);
    };
    told.bytes = TRY(in_room(destination, write));
    return told;
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

/// Writes the path to a directory in front of what is there, its last name first.
Outcome<void> MountedNames::write_path(Directory& root, Directory& of, bool even_removed,
                                       PathText& to) {
    PathWalk walk(mounts_, *objects, root, nullptr);
    of.hold();
    Holding<Directory> at(&of);
    while (at.get() != &root) {
        FoundDirectory before;
        if (even_removed) at->trace(*at, 0, before);
        bool const is_removed = before.get() != nullptr;
        Holding<Directory> above(is_removed ? before.leave() : TRY(walk.parent(*at)));
        if (above.get() == at.get()) return FsError{FsError::not_found};
        u8 room[Directory::name_max];
        u32 const bytes = is_removed ? at->removed_name(*above, before.name(), room) : 0;
        TRY(to.prepend(is_removed ? Text::from_bytes(Span<u8 const>(room).first(bytes))
                                  : TRY(name_of(*at, *above, room))));
        at.take(above.leave());
    }
    if (to.is_empty()) TRY(to.prepend(""));
    return {};
}

/// The name of a node that has a number (`Names.numberOf`).
Outcome<Text> MountedNames::name_of(Node& node, Directory& in, u64 name, Span<u8> room) {
    u64 const number = node.attributes().number;
    for (u64 place = 0;;) {
        Directory::Entry const entry = TRY(in.next(place, room));
        if (entry.name_bytes == 0) return FsError{FsError::not_found};
        Text const text = Text::from_bytes(Span<u8 const>(room).first(entry.name_bytes));
        if (entry.number == number && number_of_name(text) == name) return text;
        place = entry.next;
    }
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
