// SPDX-License-Identifier: BSD-2-Clause
// What programs learn about files.
#include <unix/files/file_names.hpp>

#include <core/bits.hpp>
#include <core/memory.hpp>
#include <flat/fs/file_system.hpp>
#include <flat/fs/symbolic_link.hpp>
#include <unix/fs_errno.hpp>
#include <unix/node_hold.hpp>
#include <unix/open_description.hpp>
#include <unix/permissions.hpp>
#include <unix/user_path.hpp>

namespace flat::unix::files {

namespace {

using Kind = fs::Node::Kind;

constexpr u32 follow_no_link = 0x100; ///< AT_SYMLINK_NOFOLLOW
constexpr u32 as_effective = 0x200;   ///< AT_EACCESS
constexpr u32 empty_path = 0x1000;    ///< AT_EMPTY_PATH
constexpr i64 second_ns = 1'000'000'000;

/// struct stat of x86_64 (asm/stat.h).
struct FileStatus {
    u64 file_system;
    u64 number;
    u64 links;
    u32 mode;
    u32 owner;
    u32 group;
    u32 padding;
    u64 device;
    i64 size;
    i64 block_bytes;
    i64 sectors;
    i64 accessed[2];
    i64 modified[2];
    i64 changed[2];
    i64 reserved[3];
};
static_assert(sizeof(FileStatus) == 144);

/// struct linux_dirent64, before its name.
struct DirectoryEntry {
    u64 number;
    u64 next;
    u16 bytes;
    u8 kind;
};
constexpr u32 entry_name_offset = 19;

/// The four bits of a mode that say what kind of file it is (S_IFMT), and of directory entries.
u32 kind_bits(Kind kind) {
    switch (kind) {
    case Kind::file:
        return 010;
    case Kind::directory:
        return 004;
    case Kind::symbolic_link:
        return 012;
    case Kind::character_device:
        return 002;
    case Kind::block_device:
        return 006;
    case Kind::pipe:
        return 001;
    case Kind::socket:
        return 014;
    }
    return 0;
}

void set_time(i64 (&words)[2], i64 ns) {
    words[0] = ns / second_ns;
    words[1] = ns % second_ns;
}

/// By which programs tell whether two files of the same number are one: no two file systems that
/// are there have the same.
u64 device_of(fs::FileSystem& of) {
    return static_cast<u32>(address_of(&of) >> 4);
}

FileStatus status_of(fs::Node& node) {
    auto const attributes = node.attributes();
    FileStatus status = {};
    status.file_system = device_of(node.file_system());
    status.number = attributes.number;
    status.links = attributes.links;
    status.mode = kind_bits(attributes.kind) << 12 | attributes.mode;
    status.owner = attributes.owner;
    status.group = attributes.group;
    status.device = attributes.device;
    status.size = static_cast<i64>(attributes.size_bytes);
    status.block_bytes = 4096;
    status.sectors = static_cast<i64>(attributes.sectors);
    set_time(status.accessed, attributes.accessed_ns);
    set_time(status.modified, attributes.modified_ns);
    set_time(status.changed, attributes.changed_ns);
    return status;
}

/// Of an open file without a node: a pipe, a socket, or what has no kind at all.
FileStatus status_of(OpenFile& file) {
    using Sort = OpenFile::Sort;
    FileStatus status = {};
    auto const identity = file.identity();
    bool const is_pipe = identity.sort == Sort::pipe;
    bool const is_socket = identity.sort == Sort::socket;
    status.number = identity.number;
    status.links = 1;
    status.mode = is_pipe ? kind_bits(Kind::pipe) << 12 : 0;
    if (is_socket) status.mode = kind_bits(Kind::socket) << 12;
    status.mode |= is_socket ? 0777 : 0600;
    status.block_bytes = 4096;
    return status;
}

} // namespace

i64 FileNames::fstat(Task& task, u32 descriptor, vaddr place) {
    OpenDescription* const file = find_file(task, descriptor);
    if (!file) return failed(Errno::ebadf);
    fs::Node* const node = file->file().node();
    FileStatus const status = node ? status_of(*node) : status_of(file->file());
    return put(*user_mode, place, status) ? 0 : failed(Errno::efault);
}

i64 FileNames::fstatat(Task& task, i32 at, vaddr path, vaddr place, u32 flags) {
    u8 first = 0;
    if ((flags & empty_path) != 0 && get(*user_mode, first, path) && first == 0)
        return fstat(task, static_cast<u32>(at), place);
    auto const node = find(task, at, path, (flags & follow_no_link) == 0);
    if (node.is_error()) return failed(node.error());
    NodeHold const hold(*node.value());
    return put(*user_mode, place, status_of(*node.value())) ? 0 : failed(Errno::efault);
}

/// As who has started the process, unless the flags say otherwise; so is the way there.
i64 FileNames::faccessat(Task& task, i32 at, vaddr path, u32 rights, u32 flags) {
    if ((rights & ~u32{reads | writes | executes}) != 0 ||
        (flags & ~u32{as_effective | follow_no_link | empty_path}) != 0)
        return failed(Errno::einval);
    bool& asks_as_real = ProgramThread::of(task).asks_as_real;
    asks_as_real = (flags & as_effective) == 0;
    auto const node = find(task, at, path, (flags & follow_no_link) == 0);
    bool const is_allowed = node.is_ok() && may(task, *node.value(), rights);
    asks_as_real = false;
    if (node.is_error()) return failed(node.error());
    node.value()->release();
    return is_allowed ? 0 : failed(Errno::eacces);
}

i64 FileNames::readlinkat(Task& task, i32 at, vaddr path, vaddr buffer, u64 bytes) {
    auto const node = find(task, at, path, false);
    if (node.is_error()) return failed(node.error());
    NodeHold const hold(*node.value());
    auto* const link = narrow_to<fs::SymbolicLink>(*node.value());
    UserPath text(*records);
    if (!link || bytes == 0) return failed(Errno::einval);
    if (!text.is_there()) return failed(Errno::enomem);
    auto const size = link->target(text.room());
    if (size.is_error()) return failed(errno_of(size.error()));
    u64 const count = min<u64>(min<u64>(size.value(), text.room().size()), bytes);
    if (!user_mode->copy_out(buffer, text.room().first(count))) return failed(Errno::efault);
    return static_cast<i64>(count);
}

i64 FileNames::getdents64(Task& task, u32 descriptor, vaddr buffer, u64 bytes) {
    OpenDescription* const file = find_file(task, descriptor);
    fs::Node* const node = file ? file->file().node() : nullptr;
    auto* const directory = node ? narrow_to<fs::Directory>(*node) : nullptr;
    if (!directory) return failed(file ? Errno::enotdir : Errno::ebadf);
    u64 done = 0;
    for (;;) {
        u8 room[entry_name_offset + fs::Directory::name_max + 8] = {};
        auto const entry = directory->next(
            file->position, Span<u8>(room).part(entry_name_offset, fs::Directory::name_max));
        if (entry.is_error()) return failed(errno_of(entry.error()));
        if (entry.value().name_bytes == 0) return static_cast<i64>(done);
        u64 const size = align_up<u64>(entry_name_offset + entry.value().name_bytes + 1, 8);
        if (size > bytes - done) return done != 0 ? static_cast<i64>(done) : failed(Errno::einval);
        DirectoryEntry const header{entry.value().number, entry.value().next,
                                    static_cast<u16>(size),
                                    static_cast<u8>(kind_bits(entry.value().kind))};
        memcpy(room, &header, entry_name_offset);
        if (!user_mode->copy_out(buffer + done, Span<u8 const>(room).first(size)))
            return failed(Errno::efault);
        file->position = entry.value().next;
        done += size;
    }
}

/// What is known of the file system of a node: struct statfs.
i64 FileNames::put_statistics(fs::Node& node, vaddr place) {
    struct Status {
        u64 format, block_bytes, blocks, free, available, nodes, free_nodes, id, name_max;
        u64 fragment_bytes, flags, reserved[4];
    };
    static_assert(sizeof(Status) == 120);
    auto const known = node.file_system().statistics();
    Status const status = {
        known.format,           known.block_bytes, known.blocks,       known.free_blocks,
        known.available_blocks, known.nodes,       known.free_nodes,   1,
        known.name_bytes_max,   known.block_bytes, known.is_read_only, {}};
    return put(*user_mode, place, status) ? 0 : failed(Errno::efault);
}

i64 FileNames::statfs(Task& task, vaddr path, vaddr place) {
    auto const node = find(task, NameCalls::current, path, true);
    if (node.is_error()) return failed(node.error());
    NodeHold const hold(*node.value());
    return put_statistics(*node.value(), place);
}

i64 FileNames::fstatfs(Task& task, u32 descriptor, vaddr place) {
    OpenDescription* const file = find_file(task, descriptor);
    if (!file) return failed(Errno::ebadf);
    fs::Node* const node = file->file().node();
    return node ? put_statistics(*node, place) : failed(Errno::enosys);
}

} // namespace flat::unix::files
