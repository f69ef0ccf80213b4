// SPDX-License-Identifier: BSD-2-Clause
// The beginning and the end of a UNIX: puts the first files in place, and runs the first program.
#include <unix/boot/boot.hpp>

#include <core/disk/fs_error_text.hpp>
#include <core/format.hpp>
#include <core/image/boot_module.hpp>
#include <core/image/program_words.hpp>
#include <core/panic.hpp>
#include <core/say.hpp>
#include <core/text.hpp>
#include <flat/fs/directory.hpp>
#include <flat/fs/file.hpp>
#include <flat/fs/symbolic_link.hpp>
#include <machine/boot_words.hpp>
#include <unix/node_hold.hpp>

namespace flat::unix::boot {

using Kind = fs::Node::Kind;

namespace {

/// What the types of UNIX (S_IFMT, without its zeros) are called here.
Kind kind_of(u32 mode) {
    switch (mode >> 12) {
    case 004:
        return Kind::directory;
    case 012:
        return Kind::symbolic_link;
    case 002:
        return Kind::character_device;
    case 006:
        return Kind::block_device;
    case 001:
        return Kind::pipe;
    default:
        return Kind::file;
    }
}

} // namespace

void Boot::run() {
    auto const contents = file->contents();
    if (contents.bytes == 0) panic("unix: there are no files: flat run --module ARCHIVE");
    unpack(Span<u8 const>(pointer_to<u8 const>(contents.base), contents.bytes));
    add_modules();
    mount_proc();
    mount_disk();
    TextBuffer<program_words_max> words;
    if (!read_program_words(machine::boot_word("program"), words)) panic("unix: too many words");
    if (words.text().is_empty()) {
        words.put(program);
        words.put(Text("\0", 1));
    }
    Text const said = words.text();
    u32 const status = starter->run(said.bytes(), open_terminal());
    leave_disk();
    TextBuffer<64> line;
    line.put("@record {\"program_status\": ");
    format(line, "{}", status);
    line.put("}\n");
    lines->begin();
    console->write(line.text().bytes());
}

/// What the first program reads and writes.
OpenFile& Boot::open_terminal() {
    auto const root = names->root();
    if (root.is_error()) panic("unix: there is no file system");
    fs::Directory& from = *root.value();
    auto const node = names->resolve(from, from, Text("/dev/console").bytes(), true);
    from.release();
    OpenFile* const file = node.is_ok() ? devices->open(*node.value()) : nullptr;
    if (!file) panic("unix: there is no /dev/console");
    return *file;
}

/// Makes all files of an archive, in the order in which they are there.
void Boot::unpack(Span<u8 const> bytes) {
    auto const root = names->root();
    if (root.is_error()) panic("unix: there is no file system");
    Archive archive(bytes);
    u32 count = 0;
    for (auto each = archive.next(); each; each = archive.next()) {
        ++count;
        if (each->name == Text(".")) continue;
        if (make(*root.value(), *each).is_error()) panic("unix: {} cannot be made", each->name);
    }
    if (count == 0) panic("unix: the module is no archive of files");
    root.value()->release();
}

/// Shows processes below /proc, if there is what does.
void Boot::mount_proc() {
    if (proc && mount("/proc", *proc).is_error()) panic("unix: there is no /proc");
}

/// Shows the files of a disk below /mnt, if there is one.
void Boot::mount_disk() {
    if (!disk) return;
    auto const outcome = mount("/mnt", *disk);
    if (outcome.is_error()) panic("unix: there is no /mnt: {}", text_of(outcome.error()));
}

/// Brings all to the disk. It is whole then, unless programs that go on have files of it open.
void Boot::leave_disk() {
    if (!disk) return;
    auto const left = names->unmount_all();
    if (left.is_error())
        say(*log, "unix: the disk has not got all that was written: {}", text_of(left.error()));
    else if (left.value() != 0)
        say(*log, "unix: the disk has all that was written, and is still in use");
}

/// Covers a directory of the root, which is made if it is not there.
Result<void, fs::FsError> Boot::mount(Text path, fs::FileSystem& what) {
    fs::Directory& root = *TRY(names->root());
    DirectoryHold const hold(root);
    auto const made = make(root, {path, 0040755, 0, {}});
    if (made.is_error() && made.error().code != fs::FsError::exists) return made;
    fs::Node& node = *TRY(names->resolve(root, root, path.bytes(), true));
    NodeHold const node_hold(node);
    auto* const at = narrow_to<fs::Directory>(node);
    if (!at) return fs::FsError{fs::FsError::not_directory};
    return names->mount(*at, what);
}

/// The programs that the kernel carries itself are in /bin, by the names of the assembly.
void Boot::add_modules() {
    constexpr u32 program_mode = 0100755;
    auto const root = names->root();
    if (root.is_error()) panic("unix: there is no file system");
    for (u32 i = 0; i < flat_module_count; ++i) {
        TextBuffer<64> path;
        path.put("bin/");
        path.put(flat_modules[i].name);
        Span<u8 const> const bytes(flat_modules[i].begin, flat_modules[i].size_bytes);
        if (make(*root.value(), {path.text(), program_mode, 0, bytes}).is_error())
            panic("unix: {} cannot be made", path.text());
    }
    root.value()->release();
}

Result<void, fs::FsError> Boot::make(fs::Directory& root, Archive::Entry const& entry) {
    Span<u8 const> const path = entry.name.bytes();
    fs::Directory* const around = TRY(names->resolve_parent(root, root, path));
    auto const made = make_in(*around, path, entry);
    around->release();
    return made;
}

Result<void, fs::FsError> Boot::make_in(fs::Directory& around, Span<u8 const> path,
                                        Archive::Entry const& entry) {
    constexpr u32 mode_bits = 07777;
    auto const last = names->last(path);
    Span<u8 const> const name = path.part(last.offset, last.bytes);
    Kind const kind = kind_of(entry.mode);
    fs::Directory::Beginning const beginning{kind, entry.mode & mode_bits, 0, 0, entry.device};
    if (kind == Kind::symbolic_link) {
        TRY(around.create_link(name, entry.contents, beginning))->release();
        return {};
    }
    fs::Node& node = *TRY(around.create(name, beginning));
    Result<void, fs::FsError> outcome;
    if (auto* const contents = narrow_to<fs::File>(node)) {
        auto const written = contents->write(0, entry.contents);
        if (written.is_error()) outcome = written.error();
    }
    node.release();
    return outcome;
}

} // namespace flat::unix::boot
