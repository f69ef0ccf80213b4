// SPDX-License-Identifier: BSD-2-Clause
// How programs make, name and change files.
#include <unix/files/file_names.hpp>

#include <flat/fs/file.hpp>
#include <flat/fs/symbolic_link.hpp>
#include <unix/files/last_name.hpp>
#include <unix/fs_errno.hpp>
#include <unix/node_hold.hpp>
#include <unix/permissions.hpp>
#include <unix/user_path.hpp>

namespace flat::unix::files {

namespace {

using Kind = fs::Node::Kind;

constexpr u32 remove_directory = 0x200; ///< AT_REMOVEDIR
constexpr u32 follows_link = 0x400;     ///< AT_SYMLINK_FOLLOW

} // namespace

i64 FileNames::make_named(Task& task, i32 at, vaddr path, Kind kind, u32 mode, u64 device) {
    UserPath text(*records);
    auto const read = text.get(*user_mode, path);
    if (read.is_error()) return failed(read.error());
    fs::FoundDirectory found;
    auto const made = make(task, at, read.value(), kind, mode, device, found);
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
    case 006:
        if (!ProgramThread::of(task).process.credentials.is_superuser())
            return failed(Errno::eperm);
        return make_named(task, at, path,
                          mode >> 12 == 002 ? Kind::character_device : Kind::block_device, mode,
                          device);
    default:
        return failed(Errno::einval);
    }
}

i64 FileNames::unlinkat(Task& task, i32 at, vaddr path, u32 flags) {
    LastName name(*records, *names, *user_mode);
    auto const found = name.find(task, at, path);
    if (found.is_error()) return failed(found.error());
    auto const allowed = check_removal(task, name.directory(), name.bytes());
    if (allowed.is_error()) return failed(allowed.error());
    if ((flags & remove_directory) != 0)
        return outcome_of(name.directory().remove_directory(name.bytes()));
    return outcome_of(name.directory().unlink(name.bytes()));
}

namespace {

/// Whether the process may take the one name away, have the other one instead, and move a directory
/// to another one, of which `..` is changed then.
Result<void, Errno> check_renaming(Task& task, LastName const& from, LastName const& to) {
    if (ProgramThread::of(task).process.credentials.user.file == 0) return {};
    TRY(check_removal(task, from.directory(), from.bytes()));
    auto const replaced = check_removal(task, to.directory(), to.bytes());
    bool const is_new = replaced.is_error() && replaced.error() == Errno::enoent;
    if (is_new) TRY(check_new_name(task, to.directory(), to.bytes()));
    if (replaced.is_error() && !is_new) return replaced.error();
    if (&from.directory() == &to.directory()) return {};
    auto const moved = from.directory().lookup(from.bytes());
    if (moved.is_error()) return errno_of(moved.error());
    NodeHold const hold(*moved.value());
    bool const is_directory = narrow_to<fs::Directory>(hold.node()) != nullptr;
    return is_directory && !may(task, hold.node(), writes) ? Errno::eacces : Result<void, Errno>();
}

} // namespace

i64 FileNames::renameat(Task& task, i32 at, vaddr path, i32 new_at, vaddr new_path, u32 flags) {
    LastName old_name(*records, *names, *user_mode);
    LastName name(*records, *names, *user_mode);
    if (flags != 0) return failed(Errno::einval);
    auto found = old_name.find(task, at, path);
    if (found.is_ok()) found = name.find(task, new_at, new_path);
    if (found.is_ok()) found = check_renaming(task, old_name, name);
    if (found.is_error()) return failed(found.error());
    return outcome_of(
        old_name.directory().rename(old_name.bytes(), name.directory(), name.bytes()));
}

i64 FileNames::linkat(Task& task, i32 at, vaddr path, i32 new_at, vaddr new_path, u32 flags) {
    auto const node = find(task, at, path, (flags & follows_link) != 0);
    if (node.is_error()) return failed(node.error());
    NodeHold const hold(*node.value());
    LastName name(*records, *names, *user_mode);
    auto found = name.find(task, new_at, new_path);
    if (found.is_ok()) found = check_new_name(task, name.directory(), name.bytes());
    if (found.is_error()) return failed(found.error());
    return outcome_of(name.directory().link(name.bytes(), *node.value()));
}

i64 FileNames::symlinkat(Task& task, vaddr target, i32 at, vaddr path) {
    UserPath target_text(*records);
    auto const leads_to = target_text.get(*user_mode, target);
    if (leads_to.is_error()) return failed(leads_to.error());
    LastName name(*records, *names, *user_mode);
    auto found = name.find(task, at, path);
    if (found.is_ok()) found = check_new_name(task, name.directory(), name.bytes());
    if (found.is_error()) return failed(found.error());
    auto const link = name.directory().create_link(
        name.bytes(), leads_to.value(),
        beginning_of(task, name.directory(), Kind::symbolic_link, 0777, 0));
    if (link.is_error()) return failed(errno_of(link.error()));
    link.value()->release();
    return 0;
}

} // namespace flat::unix::files
