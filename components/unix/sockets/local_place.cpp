// SPDX-License-Identifier: BSD-2-Clause
// Where sockets within the system are found: by nodes of the file system.
#include <unix/sockets/local_place.hpp>

#include <unix/fs_errno.hpp>
#include <unix/node_hold.hpp>
#include <unix/permissions.hpp>

namespace flat::unix::sockets {

/// Without the zero at its end.
Span<u8 const> LocalPlace::path() const {
    Span<u8 const> const bytes = name_.bytes().after(LocalName::family_bytes);
    return bytes.first(bytes.size() - 1);
}

i64 LocalPlace::find(Task& task, fs::Names& names, Span<u8 const> address) {
    if (!name_.read(address) || name_.is_empty()) return failed(Errno::einval);
    if (!name_.is_path()) return 0;
    auto const node = find_node(task, names);
    if (node.is_error()) return failed(node.error());
    node_ = node.value();
    return 0;
}

Result<fs::Node*, Errno> LocalPlace::find_node(Task& task, fs::Names& names) const {
    Place& place = ProgramThread::of(task).process.place;
    DirectoryHold const root(place.hold_root());
    DirectoryHold const current(place.hold_current());
    auto const node = names.resolve(root.directory(), current.directory(), path(), true);
    if (node.is_error()) return errno_of(node.error());
    NodeHold hold(*node.value());
    if (!may(task, hold.node(), writes)) return Errno::eacces;
    if (hold.node().attributes().kind != fs::Node::Kind::socket) return Errno::econnrefused;
    return &hold.take();
}

i64 LocalPlace::make(Task& task, fs::Names& names, Span<u8 const> address, bool is_bound) {
    if (!name_.read(address) || name_.is_empty()) return failed(Errno::einval);
    if (!name_.is_path()) return is_bound ? failed(Errno::einval) : 0;
    auto const node = make_node(task, names, is_bound);
    if (node.is_error()) return failed(node.error());
    node_ = node.value();
    return 0;
}

Result<fs::Node*, Errno> LocalPlace::make_node(Task& task, fs::Names& names, bool is_bound) const {
    constexpr u32 all = 0777;
    Place& place = ProgramThread::of(task).process.place;
    DirectoryHold const root(place.hold_root());
    DirectoryHold const current(place.hold_current());
    auto const around = names.resolve_parent(root.directory(), current.directory(), path());
    if (around.is_error()) return errno_of(around.error());
    DirectoryHold const in(*around.value());
    auto const last = names.last(path());
    Span<u8 const> const name = path().part(last.offset, last.bytes);
    if (name.is_empty()) return Errno::eaddrinuse; // the root
    auto const found = in.directory().lookup(name);
    if (found.is_ok()) found.value()->release();
    if (found.is_ok()) return Errno::eaddrinuse;
    TRY(check_new_name(task, in.directory(), name));
    if (is_bound) return Errno::einval;
    auto const made = in.directory().create(
        name, beginning_of(task, in.directory(), fs::Node::Kind::socket, all, 0));
    if (made.is_ok()) return made.value();
    bool const is_taken = made.error().code == fs::FsError::exists; // just now
    return is_taken ? Errno::eaddrinuse : errno_of(made.error());
}

} // namespace flat::unix::sockets
