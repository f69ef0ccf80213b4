// SPDX-License-Identifier: BSD-2-Clause
// The way along a path.
#include <fs/names/path_walk.hpp>

#include <core/memory.hpp>
#include <core/top.hpp>
#include <fs/names/name_hash.hpp>

namespace flat::fs {

namespace {

Text without_slashes(Text path) {
    while (!path.is_empty() && path[0] == '/')
        path = path.after(1);
    return path;
}

Text first_name(Text path) {
    usize size = 0;
    while (size < path.size() && path[size] != '/')
        ++size;
    return path.first(size);
}

} // namespace

PathWalk::~PathWalk() {
    if (room_) objects_.free(address_of(room_), room_bytes_);
}

Outcome<Node*> PathWalk::run(Directory& from, Text path, Last last, Finder* finder) {
    if (path.is_empty()) return FsError{FsError::not_found};
    if (path.size() > Names::path_max) return FsError{FsError::name_too_long};
    start(path[0] == '/' ? root_ : from);
    rest_ = path;
    for (;;) {
        rest_ = without_slashes(rest_);
        if (rest_.is_empty()) return static_cast<Node*>(current_.leave());
        Text const name = first_name(rest_);
        Text const suffix = rest_.after(name.size());
        bool const is_last = without_slashes(suffix).is_empty();
        if (is_last && last == Last::is_left) return static_cast<Node*>(current_.leave());
        rest_ = suffix;
        Holding<Node> node(TRY(step(name)));
        bool const is_through = !suffix.is_empty();
        if (is_through && go_into(node)) continue;
        bool const is_followed = is_through || last != Last::is_not_followed;
        auto* const link = is_followed ? narrow_to<SymbolicLink>(*node) : nullptr;
        if (!link && is_through) return FsError{FsError::not_directory};
        if (!link) {
            if (finder) finder->found(*current_.leave(), number_of_name(name));
            return node.leave();
        }
        if (auto* const direct = narrow_to<NodeLink>(*link)) {
            Holding<Node> there(TRY(direct->destination(is_through ? nullptr : finder)));
            if (!is_through) return there.leave();
            if (!go_into(there)) return FsError{FsError::not_directory};
            continue;
        }
        TRY(follow(*link));
    }
}

Outcome<Directory*> PathWalk::parent(Directory& of) {
    of.hold();
    Holding<Directory> at(&of);
    while (at.get() != &root_) {
        Directory* const covered = mounts_.covered(*at);
        if (!covered) {
            Holding<Node> above(TRY(at->lookup(Text("..").bytes())));
            auto* const directory = narrow_to<Directory>(*above);
            if (!directory) return FsError{FsError::corrupt};
            above.leave();
            Directory* const covering = mounts_.covering(*directory);
            if (!covering) return directory;
            directory->release();
            return covering;
        }
        at.take(covered);
    }
    return at.leave();
}

/// The node of a name in the current directory, or what covers it.
Outcome<Node*> PathWalk::step(Text name) {
    if (rule_ && !rule_->may_search(*current_)) return FsError{FsError::forbidden};
    if (name == "..") return static_cast<Node*>(TRY(parent(*current_)));
    Holding<Node> node(TRY(current_->lookup(name.bytes())));
    if (name == ".") return node.leave();
    Directory* const covering = mounts_.covering(*node);
    return covering ? static_cast<Node*>(covering) : node.leave();
}

/// Goes on in a node, whose hold is taken over, if it is a directory.
bool PathWalk::go_into(Holding<Node>& node) {
    auto* const directory = narrow_to<Directory>(*node);
    if (!directory) return false;
    node.leave();
    current_.take(directory);
    return true;
}

/// Puts the path of a link in front of what is left.
Outcome<void> PathWalk::follow(SymbolicLink& link) {
    if (++links_ > links_max) return FsError{FsError::too_many_symbolic_links};
    usize const left = rest_.size();
    TRY(make_room(left + Names::path_max));
    usize const front = room_bytes_ - left;
    memmove(room_ + front, rest_.data(), left);
    u32 const size = TRY(link.target(Span<u8>(reinterpret_cast<u8*>(room_), front)));
    if (size > front) return FsError{FsError::name_too_long};
    if (size == 0) return FsError{FsError::not_found};
    memmove(room_ + size, room_ + front, left);
    rest_ = Text(room_, size + left);
    if (rest_[0] == '/') start(root_);
    return {};
}

/// Has room for so many bytes; what is left of the path may lie in the room before.
Outcome<void> PathWalk::make_room(usize bytes) {
    if (bytes <= room_bytes_) return {};
    auto const place = objects_.allocate(2 * bytes);
    if (place.is_error()) return FsError{FsError::out_of_memory};
    auto* const room = pointer_to<char>(place.value());
    memcpy(room, rest_.data(), rest_.size());
    rest_ = Text(room, rest_.size());
    if (room_) objects_.free(address_of(room_), room_bytes_);
    room_ = room;
    room_bytes_ = 2 * bytes;
    return {};
}

void PathWalk::start(Directory& at) {
    at.hold();
    current_.take(&at);
}

} // namespace flat::fs
