// SPDX-License-Identifier: BSD-2-Clause
// How programs make, name and change files.
#include <unix/files/file_names.hpp>

#include <flat/fs/file.hpp>
#include <flat/fs/symbolic_link.hpp>
#include <unix/files/last_name.hpp>
#include <unix/fs_errno.hpp>
#include <unix/node_hold.hpp>
#include <unix/user_path.hpp>

namespace flat::unix::files {

namespace {

using Kind = fs::Node::Kind;

constexpr u32 remove_directory = 0x200; ///< AT_REMOVEDIR
constexpr u32 leaves_link = 0x100;      ///< AT_SYMLINK_NOFOLLOW
constexpr u32 follows_link = 0x400;     ///< AT_SYMLINK_FOLLOW
constexpr u32 unchanged = ~u32{0};

i64 outcome_of(Result<void, fs::FsError> const& outcome) {
    return outcome.is_ok() ? 0 : failed(errno_of(outcome.error()));
}

} // namespace

i64 FileNames::make_named(Task& task, i32 at, vaddr path, Kind kind, u32 mode, u64 device) {
    UserPath text(*records);
    auto const read = text.get(*user_mode, path);
    if (read.is_error()) return failed(read.error());
    auto const made = make(task, at, read.value(), kind, mode, device);
    if (made.is_error()) return failed(made.error());
    made.value()->release();
    return 0;
}

i64 FileNames::mkdirat(Task& task, i32 at, vaddr path, u32 mode) {
    return make_named(task, at, path, Kind::directory, mode, 0);
}

i64 FileNames::mknodat(Task& task, i32 at, vaddr path, u32 mode, u64 device) {
    switch (mode >> 12) {
    case 0:
    case 010:
        return make_named(task, at, path, Kind::file, mode, 0);
    case 001:
        return make_named(task, at, path, Kind::pipe, mode, 0);
    case 002:
        return make_named(task, at, path, Kind::character_device, mode, device);
    case 006:
        return make_named(task, at, path, Kind::block_device, mode, device);
    default:
        return failed(Errno::einval);
    }
}

i64 FileNames::unlinkat(Task& task, i32 at, vaddr path, u32 flags) {
    LastName name(*records, *names, *user_mode);
    auto const found = name.find(task, at, path);
    if (found.is_error()) return failed(found.error());
    if ((flags & remove_directory) != 0)
        return outcome_of(name.directory().remove_directory(name.bytes()));
    return outcome_of(name.directory().unlink(name.bytes()));
}

i64 FileNames::renameat(Task& task, i32 at, vaddr path, i32 new_at, vaddr new_path, u32 flags) {
    LastName old_name(*records, *names, *user_mode);
    LastName name(*records, *names, *user_mode);
    if (flags != 0) return failed(Errno::einval);
    auto found = old_name.find(task, at, path);
    if (found.is_ok()) found = name.find(task, new_at, new_path);
    if (found.is_error()) return failed(found.error());
    return outcome_of(
        old_name.directory().rename(old_name.bytes(), name.directory(), name.bytes()));
}

i64 FileNames::linkat(Task& task, i32 at, vaddr path, i32 new_at, vaddr new_path, u32 flags) {
    auto const node = find(task, at, path, (flags & follows_link) != 0);
    if (node.is_error()) return failed(node.error());
    NodeHold const hold(*node.value());
    LastName name(*records, *names, *user_mode);
    auto const found = name.find(task, new_at, new_path);
    if (found.is_error()) return failed(found.error());
    return outcome_of(name.directory().link(name.bytes(), *node.value()));
}

i64 FileNames::symlinkat(Task& task, vaddr target, i32 at, vaddr path) {
    UserPath target_text(*records);
    auto const leads_to = target_text.get(*user_mode, target);
    if (leads_to.is_error()) return failed(leads_to.error());
    LastName name(*records, *names, *user_mode);
    auto const found = name.find(task, at, path);
    if (found.is_error()) return failed(found.error());
    auto const link = name.directory().create_link(name.bytes(), leads_to.value(),
                                                   {Kind::symbolic_link, 0777, 0, 0, 0});
    if (link.is_error()) return failed(errno_of(link.error()));
    link.value()->release();
    return 0;
}

/// Has something done with the node of a path.
template<class Change>
i64 FileNames::change(Task& task, i32 at, vaddr path, bool follows_last, Change change) {
    auto const node = find(task, at, path, follows_last);
    if (node.is_error()) return failed(node.error());
    NodeHold const hold(*node.value());
    return outcome_of(change(*node.value()));
}

i64 FileNames::fchmodat(Task& task, i32 at, vaddr path, u32 mode) {
    return change(task, at, path, true, [mode](fs::Node& node) { return node.set_mode(mode); });
}

i64 FileNames::fchmod(Task& task, u32 descriptor, u32 mode) {
    fs::Node* const node = open_node_of(task, descriptor);
    return node ? outcome_of(node->set_mode(mode)) : failed(Errno::ebadf);
}

namespace {

/// Sets the owner and the group that are wanted.
Result<void, fs::FsError> change_owner(fs::Node& node, u32 owner, u32 group) {
    auto const before = node.attributes();
    return node.set_owner(owner == unchanged ? before.owner : owner,
                          group == unchanged ? before.group : group);
}

} // namespace

i64 FileNames::fchownat(Task& task, i32 at, vaddr path, u32 owner, u32 group, u32 flags) {
    return change(task, at, path, (flags & leaves_link) == 0,
                  [owner, group](fs::Node& node) { return change_owner(node, owner, group); });
}

i64 FileNames::fchown(Task& task, u32 descriptor, u32 owner, u32 group) {
    fs::Node* const node = open_node_of(task, descriptor);
    return node ? outcome_of(change_owner(*node, owner, group)) : failed(Errno::ebadf);
}

i64 FileNames::utimensat(Task& task, i32 at, vaddr path, vaddr times, u32 flags) {
    constexpr i64 second_in_ns = 1'000'000'000;
    constexpr i64 left = (1 << 30) - 2; // UTIME_OMIT; one more is UTIME_NOW
    i64 words[2][2] = {{0, left + 1}, {0, left + 1}};
    if (times != 0 && !get(*user_mode, words, times)) return failed(Errno::efault);
    fs::Node* const open = path == 0 ? open_node_of(task, static_cast<u32>(at)) : nullptr;
    auto const set = [&words](fs::Node& node) -> Result<void, fs::FsError> {
        auto before = node.attributes();
        bool const needs_now = words[0][1] == left + 1 || words[1][1] == left + 1;
        if (needs_now) TRY(node.set_times(before.accessed_ns, before.modified_ns));
        before = node.attributes(); // the third is now
        i64 set_to[2] = {before.accessed_ns, before.modified_ns};
        for (u32 i = 0; i < 2; ++i) {
            if (words[i][1] == left) continue;
            bool const is_now = words[i][1] == left + 1;
            set_to[i] = is_now ? before.changed_ns : words[i][0] * second_in_ns + words[i][1];
        }
        return node.set_times(set_to[0], set_to[1]);
    };
    if (path == 0) return open ? outcome_of(set(*open)) : failed(Errno::ebadf);
    return change(task, at, path, (flags & leaves_link) == 0, set);
}

i64 FileNames::truncate(Task& task, vaddr path, u64 bytes) {
    auto const node = find(task, NameCalls::current, path, true);
    if (node.is_error()) return failed(node.error());
    NodeHold const hold(*node.value());
    auto* const file = narrow_to<fs::File>(*node.value());
    if (!file || static_cast<i64>(bytes) < 0) return failed(Errno::einval);
    return outcome_of(file->truncate(bytes));
}

} // namespace flat::unix::files
