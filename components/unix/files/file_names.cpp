// SPDX-License-Identifier: BSD-2-Clause
// How programs find and open files by their names.
#include <unix/files/file_names.hpp>

#include <unix/files/descriptor_name.hpp>
#include <unix/files/node_file.hpp>
#include <unix/files/text_file.hpp>
#include <unix/fs_errno.hpp>
#include <unix/node_hold.hpp>
#include <unix/open_description.hpp>
#include <unix/permissions.hpp>
#include <unix/user_path.hpp>

namespace flat::unix::files {

namespace {

using Kind = fs::Node::Kind;

constexpr u32 mode_bits = 07777;

/// What is wanted of a file that is opened so.
u32 rights_of(u32 flags) {
    u32 const access = flags & access_mode;
    u32 const to_cut = (flags & o_trunc) != 0 ? u32{writes} : 0;
    return to_cut | (access != o_wronly ? u32{reads} : 0) | (access != o_rdonly ? u32{writes} : 0);
}

} // namespace

/// The node at the end of a path of the program, held.
Result<fs::Node*, Errno> FileNames::find(Task& task, i32 at, vaddr path, bool follows_last) {
    UserPath text(*records);
    Path const read = TRY(text.get(*user_mode, path));
    DirectoryHold const from(*TRY(directory_of(task, at, read)));
    DirectoryHold const root(ProgramThread::of(task).process.place.hold_root());
    auto const node = names->resolve(root.directory(), from.directory(), read, follows_last);
    return node.is_ok() ? Result<fs::Node*, Errno>(node.value()) : errno_of(node.error());
}

/// Makes a node that was not there, held; where, is told.
Result<fs::Node*, Errno> FileNames::make(Task& task, i32 at, Path path, Kind kind, u32 mode,
                                         u64 device, fs::FoundDirectory& found) {
    DirectoryHold const from(*TRY(directory_of(task, at, path)));
    DirectoryHold const root(ProgramThread::of(task).process.place.hold_root());
    auto const around = names->resolve_parent(root.directory(), from.directory(), path);
    if (around.is_error()) return errno_of(around.error());
    NodeHold const hold(*around.value());
    auto const last = names->last(path);
    if (last.bytes == 0) return Errno::eexist; // the root
    Path const name = path.part(last.offset, last.bytes);
    TRY(check_new_name(task, *around.value(), name));
    auto const node = around.value()->create(
        name, beginning_of(task, *around.value(), kind, mode & mode_bits, device));
    if (node.is_error()) return errno_of(node.error());
    around.value()->hold();
    found.found(*around.value(), names->number_of(name));
    return node.value();
}

/// What has just been made can be opened as its maker wants it.
Result<fs::Node*, Errno> FileNames::find_or_make(Task& task, i32 at, Path path, u32 flags, u32 mode,
                                                 bool& is_new, fs::FoundDirectory& found) {
    DirectoryHold const from(*TRY(directory_of(task, at, path)));
    DirectoryHold const root(ProgramThread::of(task).process.place.hold_root());
    bool const is_exclusive = (flags & o_creat) != 0 && (flags & o_excl) != 0;
    bool const follows = (flags & o_nofollow) == 0 && !is_exclusive;
    auto const node = names->find(root.directory(), from.directory(), path, follows, found);
    if (node.is_ok() && is_exclusive) {
        node.value()->release();
        return Errno::eexist;
    }
    if (node.is_ok()) return node.value();
    is_new = node.error().code == fs::FsError::not_found && (flags & o_creat) != 0;
    return is_new ? make(task, at, path, Kind::file, mode, 0, found) : errno_of(node.error());
}

i64 FileNames::openat(Task& task, i32 at, vaddr path, u32 flags, u32 mode) {
    UserPath text(*records);
    auto const read = text.get(*user_mode, path);
    if (read.is_error()) return failed(read.error());
    if (Maybe<u32> const own = named_descriptor(read.value())) return open_again(task, *own, flags);
    bool is_new = false;
    fs::FoundDirectory found;
    auto const node = find_or_make(task, at, read.value(), flags, mode, is_new, found);
    if (node.is_error()) return failed(node.error());
    return open_node(task, *node.value(), flags, is_new ? 0 : rights_of(flags), found);
}

/// Gives an open file another descriptor.
i64 FileNames::open_again(Task& task, u32 descriptor, u32 flags) {
    OpenDescription* const file = find_file(task, descriptor);
    if (!file) return failed(Errno::enoent);
    Descriptors& descriptors = ProgramThread::of(task).process.descriptors;
    return result_of(descriptors.share(*file, 0, (flags & o_cloexec) != 0));
}

/// What a node of a device stands for, which has the node then.
OpenFile* FileNames::open_device(NodeHold& hold) {
    OpenFile* const file = devices->open(hold.node());
    if (file) (void)hold.take();
    return file;
}

/// Opens a node that is held, and takes it over, with where it was found. `rights` are those that
/// it takes.
i64 FileNames::open_node(Task& task, fs::Node& node, u32 flags, u32 rights,
                         fs::FoundDirectory& found) {
    NodeHold hold(node);
    auto const kind = node.attributes().kind;
    bool const writes = (flags & access_mode) != o_rdonly;
    if (kind == Kind::symbolic_link) return failed(Errno::eloop);
    if (kind != Kind::directory && (flags & o_directory) != 0) return failed(Errno::enotdir);
    if (kind == Kind::directory && writes) return failed(Errno::eisdir);
    if (!may(task, node, rights)) return failed(Errno::eacces);
    auto* const contents = narrow_to<fs::File>(node);
    if (contents && writes && (flags & o_trunc) != 0) {
        auto const cut = contents->truncate(0);
        if (cut.is_error()) return failed(errno_of(cut.error()));
    }
    OpenFile* file = nullptr;
    if (auto* const generated = narrow_to<fs::GeneratedFile>(node)) {
        if (writes) return failed(Errno::eacces);
        (void)hold.take();
        file = TextFile::make(*records, *user_mode, *generated);
    } else if (kind == Kind::file || kind == Kind::directory) {
        file = NodeFile::make({*records, *pages, *threads, *user_mode}, hold.take(),
                              (flags & o_append) != 0);
    } else if (kind == Kind::character_device) {
        file = open_device(hold);
    } else if (kind == Kind::pipe) {
        if (i64 const why = pipes_.open(task, hold, flags, file); why != 0) return why;
    }
    bool const stands_for_something = kind == Kind::file || kind == Kind::directory;
    if (!file) return failed(stands_for_something ? Errno::enomem : Errno::enxio);
    constexpr u32 kept_flags = access_mode | o_append | o_nonblock;
    Descriptors& descriptors = ProgramThread::of(task).process.descriptors;
    return result_of(descriptors.open(*file, flags & kept_flags, (flags & o_cloexec) != 0, &found));
}

/// A directory that the program may enter, held.
Result<fs::Directory*, Errno> FileNames::find_directory(Task& task, vaddr path) {
    fs::Node* const node = TRY(find(task, NameCalls::current, path, true));
    auto* const directory = narrow_to<fs::Directory>(*node);
    if (directory && may(task, *directory, executes)) return directory;
    node->release();
    return directory ? Errno::eacces : Errno::enotdir;
}

i64 FileNames::chdir(Task& task, vaddr path) {
    auto const directory = find_directory(task, path);
    if (directory.is_error()) return failed(directory.error());
    ProgramThread::of(task).process.place.set_current(*directory.value());
    return 0;
}

/// The current directory stays, and may lie outside.
i64 FileNames::chroot(Task& task, vaddr path) {
    auto const directory = find_directory(task, path);
    if (directory.is_error()) return failed(directory.error());
    Process& process = ProgramThread::of(task).process;
    if (process.credentials.is_superuser()) {
        process.place.set_root(*directory.value());
        return 0;
    }
    directory.value()->release();
    return failed(Errno::eperm);
}

i64 FileNames::fchdir(Task& task, u32 descriptor) {
    fs::Node* const node = open_node_of(task, descriptor);
    if (!node) return failed(Errno::ebadf);
    auto* const directory = narrow_to<fs::Directory>(*node);
    if (!directory) return failed(Errno::enotdir);
    if (!may(task, *directory, executes)) return failed(Errno::eacces);
    directory->hold();
    ProgramThread::of(task).process.place.set_current(*directory);
    return 0;
}

i64 FileNames::getcwd(Task& task, vaddr buffer, u64 bytes) {
    UserPath text(*records);
    if (!text.is_there()) return failed(Errno::enomem);
    Place& place = ProgramThread::of(task).process.place;
    DirectoryHold const root(place.hold_root());
    DirectoryHold const current(place.hold_current());
    Span<u8> const room = text.room();
    auto const size =
        names->path(root.directory(), current.directory(), room.first(room.size() - 1));
    if (size.is_error()) return failed(errno_of(size.error()));
    if (size.value() >= room.size() || size.value() >= bytes) return failed(Errno::erange);
    room[size.value()] = 0;
    bool const is_copied = user_mode->copy_out(buffer, room.first(size.value() + 1));
    return is_copied ? size.value() + 1 : failed(Errno::efault);
}

i64 FileNames::sync() {
    (void)names->sync_all(); // sync(2) has no errors: who wants to know asks by fsync
    return 0;
}

} // namespace flat::unix::files
