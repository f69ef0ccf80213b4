// SPDX-License-Identifier: BSD-2-Clause
// What the process of a task may do with files.
#pragma once

#include <flat/fs/directory.hpp>
#include <unix/credentials.hpp>
#include <unix/fs_errno.hpp>
#include <unix/node_hold.hpp>
#include <unix/program_thread.hpp>

namespace flat::unix {

/// Whether it may access a node so.
inline bool may(Task& task, fs::Node& node, u32 rights) {
    ProgramThread const& thread = ProgramThread::of(task);
    Credentials const& as = thread.process.credentials;
    if (thread.asks_as_real) return as.as_real().may(node.attributes(), rights);
    bool const may_all = as.user.file == 0 && (rights & executes) == 0;
    return may_all || as.may(node.attributes(), rights);
}

/// Whether it may add a name to a directory: EACCES, or EEXIST if it is there already.
inline Result<void, Errno> check_new_name(Task& task, fs::Directory& in, Span<u8 const> name) {
    if (may(task, in, writes | executes)) return {};
    if (!may(task, in, executes)) return Errno::eacces;
    auto const found = in.lookup(name);
    if (found.is_ok()) found.value()->release();
    return found.is_ok() ? Errno::eexist : Errno::eacces;
}

/// Whether it may remove a name from a directory: EACCES; EPERM if it owns neither; errors of
/// `lookup`.
inline Result<void, Errno> check_removal(Task& task, fs::Directory& in, Span<u8 const> name) {
    Credentials const& as = ProgramThread::of(task).process.credentials;
    if (as.user.file == 0) return {};
    if (!may(task, in, executes)) return Errno::eacces;
    auto const found = in.lookup(name);
    if (found.is_error()) return errno_of(found.error());
    NodeHold const hold(*found.value());
    if (!may(task, in, writes)) return Errno::eacces;
    bool const may_remove = as.may_remove(in.attributes(), hold.node().attributes());
    return may_remove ? Result<void, Errno>() : Errno::eperm;
}

/// What a new node begins as: it is the process' own, and of the group that the directory says.
inline fs::Directory::Beginning beginning_of(Task& task, fs::Directory& in, fs::Node::Kind kind,
                                             u32 mode, u64 device) {
    Process const& process = ProgramThread::of(task).process;
    Credentials const& as = process.credentials;
    auto const around = in.attributes();
    bool const is_link = kind == fs::Node::Kind::symbolic_link;
    bool const has_its_group = (around.mode & mode_set_group) != 0;
    u32 granted = is_link ? mode : mode & ~process.umask;
    u32 const group = has_its_group ? around.group : as.group.file;
    if (as.user.file != 0 && !as.belongs_to(group)) granted &= ~u32{mode_set_group};
    if (has_its_group && kind == fs::Node::Kind::directory) granted |= mode_set_group;
    return {kind, granted, as.user.file, group, device};
}

/// What is cleared of a mode when its file is written to, or gets another owner, so that nobody
/// acts for others by contents that these do not know: of a directory nothing.
inline u32 bits_that_act_for_others(fs::Node::Attributes const& file) {
    constexpr u32 group_bits = mode_set_group | 0010; // without the second it means nothing
    if (file.kind == fs::Node::Kind::directory) return 0;
    bool const has_group = (file.mode & group_bits) == group_bits;
    return (file.mode & mode_set_user) | (has_group ? u32{mode_set_group} : 0);
}

} // namespace flat::unix
