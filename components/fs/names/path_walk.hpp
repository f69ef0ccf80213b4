// SPDX-License-Identifier: BSD-2-Clause
// The way along a path.
#pragma once

#include <core/calls/holding.hpp>
#include <core/text.hpp>
#include <core/utility.hpp>
#include <flat/fs/finder.hpp>
#include <flat/fs/names.hpp>
#include <flat/fs/node_link.hpp>
#include <flat/fs/search_rule.hpp>
#include <flat/memory/objects.hpp>
#include <fs/names/mounts.hpp>
#include <fs/outcome.hpp>

namespace flat::fs {

/// Goes one name after the other, without recursion: what a symbolic link says comes in front of
/// what is left of the path, in memory that is taken with the first link.
class PathWalk : NonCopyable {
public:
    /// What is done with the last name.
    enum class Last : u8 { is_followed, is_not_followed, is_left };

    /// Where there is a rule, FORBIDDEN ends a walk that it does not allow.
    PathWalk(Mounts& mounts, memory::Objects& objects, Directory& root, SearchRule* rule)
        : mounts_(mounts), objects_(objects), root_(root), rule_(rule) {}
    ~PathWalk();

    /// The node at the end, held; with `is_left` the directory before the last name. A finder is
    /// told where it was, unless that is where the path begins, or a name without a meaning of its
    /// own follows (`/`).
    Outcome<Node*> run(Directory& from, Text path, Last last, Finder* finder = nullptr);

    /// The directory around another one, held: the other side of a mount, or the root itself.
    Outcome<Directory*> parent(Directory& of);

private:
    static constexpr u32 links_max = 40;

    Outcome<Node*> step(Text name);
    bool go_into(Holding<Node>& node);
    Outcome<void> follow(SymbolicLink& link);
    Outcome<void> make_room(usize bytes);
    void start(Directory& at);

    Mounts& mounts_;
    memory::Objects& objects_;
    Directory& root_;
    SearchRule* rule_;
    Holding<Directory> current_;
    Text rest_;
    char* room_ = nullptr;
    usize room_bytes_ = 0;
    u32 links_ = 0;
};

} // namespace flat::fs
