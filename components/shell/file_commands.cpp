// SPDX-License-Identifier: BSD-2-Clause
// The commands of the shell that are about files.
#include <shell/file_commands.hpp>

#include <core/bytes/crc32.hpp>
#include <core/calls/holding.hpp>
#include <core/disk/disk_name.hpp>
#include <core/disk/fs_error_text.hpp>
#include <core/say.hpp>
#include <core/top.hpp>
#include <domain/page.hpp>
#include <flat/block/disk.hpp>
#include <flat/fs/directory.hpp>
#include <flat/fs/file_system.hpp>
#include <flat/fs/symbolic_link.hpp>

namespace flat::shell {

using fs::Directory;
using fs::File;
using fs::FsError;
using fs::Node;

FileCommands::Command const FileCommands::commands[] = {
    {"mount",
     "mount WHAT PATH [ro]: `disk`, `diskb`, a partition `0`, `diskb0`, `devices`, "
     "ADDRESS:DIRECTORY",
     2, &FileCommands::mount},
    {"umount", "umount PATH", 1, &FileCommands::unmount},
    {"ls", "ls [PATH]", 0, &FileCommands::list},
    {"cd", "cd [PATH]", 0, &FileCommands::change_directory},
    {"cat", "cat PATH: lines of a file", 1, &FileCommands::show},
    {"df", "df [PATH]: the space of a file system", 0, &FileCommands::show_space},
    {"quota", "quota PATH OWNER [SECTORS NODES]: what an owner has, and may have; 0 is no limit", 2,
     &FileCommands::limit},
    {"mkdir", "mkdir PATH", 1, &FileCommands::make_directory},
    {"rm", "rm PATH: a name, or an empty directory", 1, &FileCommands::remove},
    {"mv", "mv PATH PATH", 2, &FileCommands::move},
    {"cp", "cp PATH PATH: the contents of a file", 2, &FileCommands::copy},
    {"ln", "ln PATH PATH: one name more", 2, &FileCommands::link},
    {"put", "put PATH WORD: a word as a line at the end of a file", 2, &FileCommands::put},
    {"sync", "sync [PATH]: all that was changed to the disk", 0, &FileCommands::sync},
};

/// A page of memory to copy through.
class FileCommands::Page : NonCopyable {
public:
    explicit Page(memory::DmaMemory& memory) : memory_(memory), block_(memory.allocate(0)) {}
    ~Page() {
        if (block_.is_ok()) memory_.free(block_.value());
    }

    Result<Span<u8>, FsError> bytes() const {
        if (block_.is_error()) return FsError{FsError::out_of_memory};
        return Span<u8>(pointer_to<u8>(block_.value().address), domain::page_size);
    }

private:
    memory::DmaMemory& memory_;
    Result<memory::DmaMemory::Block, memory::MemoryError> block_;
};

FileCommands::~FileCommands() {
    if (current_) current_->release();
    if (root_) root_->release();
}

FileCommands::Outcome FileCommands::start() {
    root_ = TRY(place_.names.root());
    root_->hold();
    current_ = root_;
    return {};
}

void FileCommands::end() {
    current_->release();
    root_->hold();
    current_ = root_;
    auto const left = place_.names.unmount_all();
    if (left.is_error()) say(place_.log, "halt: {}", text_of(left.error()));
}

bool FileCommands::carry_out(Words const& words) {
    for (Command const& each : commands) {
        if (words[0] != each.name) continue;
        if (words.size() <= each.words_min) {
            say(place_.log, "{}: a word is missing: {}", words[0], each.usage);
            return true;
        }
        Outcome const outcome = (this->*each.run)(words);
        if (outcome.is_error()) say(place_.log, "{}: {}", words[0], text_of(outcome.error()));
        return true;
    }
    return false;
}

void FileCommands::help() {
    for (Command const& each : commands)
        say(place_.log, "{}", each.usage);
}

FileCommands::Outcome FileCommands::checksum(Text path) {
    Holding<File> const file(TRY(this->file(path)));
    Crc32 sum;
    u64 bytes = 0;
    TRY(for_all_of(*file, [&](Span<u8 const> part) {
        sum.add(part);
        bytes += part.size();
        return Outcome();
    }));
    say(place_.log, "checksum {x} of {} bytes", sum.value(), bytes);
    return {};
}

FileCommands::Outcome FileCommands::mount(Words const& words) {
    Holding<Directory> const at(TRY(directory(words[2])));
    auto const files = file_system_named(words[1], words[3] == "ro");
    Outcome const outcome = place_.names.mount(*at, *TRY(files));
    if (outcome.is_error()) (void)files.value()->unmount(); // nobody has seen it
    return outcome;
}

/// A disk, the devices, or what a server has: its address, a colon and a path.
Result<fs::FileSystem*, FsError> FileCommands::file_system_named(Text name, bool is_read_only) {
    for (usize i = 0; i < name.size(); ++i)
        if (name[i] == ':') return file_system_of(name.first(i), name.after(i + 1), is_read_only);
    if (name != "devices") return file_system_on(*TRY(disk_named(name)), is_read_only);
    if (place_.devices) return place_.devices;
    say(place_.log, "the kernel has no files of devices");
    return FsError{FsError::not_supported};
}

Result<fs::FileSystem*, FsError> FileCommands::file_system_of(Text server, Text path,
                                                              bool is_read_only) {
    u32 const address = address_in(server);
    if (address == 0) return FsError{FsError::invalid};
    if (place_.exports) return place_.exports->mount(address, path.bytes(), is_read_only);
    say(place_.log, "the kernel has no files of servers");
    return FsError{FsError::not_supported};
}

/// By the first format that the disk has; what can be done about its refusal is told.
Result<fs::FileSystem*, FsError> FileCommands::file_system_on(block::Disk& disk,
                                                              bool is_read_only) {
    if (disk.geometry().sectors == 0) return FsError{FsError::no_disk};
    for (fs::Format& each : place_.formats) {
        auto const files = each.mount(disk, is_read_only);
        if (files.is_error() && files.error().code == FsError::unknown_format) continue;
        if (files.is_error() && files.error().code == FsError::read_only)
            say(place_.log,
                "it was not left whole, or the disk is read only: `ro` at the end reads it");
        if (files.is_error() && files.error().code == FsError::not_supported)
            say(place_.log, "it has features that are not known");
        return files;
    }
    return FsError{FsError::unknown_format};
}

FileCommands::Outcome FileCommands::unmount(Words const& words) {
    return place_.names.unmount(*root_, *current_, words[1].bytes());
}

FileCommands::Outcome FileCommands::list(Words const& words) {
    Holding<Directory> const of(TRY(directory(words.size() > 1 ? words[1] : ".")));
    u8 room[Directory::name_max];
    for (u64 place = 0;;) {
        Directory::Entry const entry = TRY(of->next(place, room));
        if (entry.name_bytes == 0) return {};
        Text const name = Text::from_bytes(Span<u8 const>(room).first(entry.name_bytes));
        Holding<Node> const node(TRY(of->lookup(name.bytes())));
        tell(name, *node);
        place = entry.next;
    }
}

FileCommands::Outcome FileCommands::change_directory(Words const& words) {
    Directory* const next = TRY(directory(words.size() > 1 ? words[1] : "/"));
    current_->release();
    current_ = next;
    return {};
}

FileCommands::Outcome FileCommands::show(Words const& words) {
    Holding<File> const file(TRY(this->file(words[1])));
    TextBuffer<240> line;
    TRY(for_all_of(*file, [&](Span<u8 const> part) {
        for (char const each : Text::from_bytes(part).characters()) {
            if (each != '\n') line.put(Text(&each, 1));
            if (each != '\n' && line.text().size() < 239) continue;
            place_.log.write(log::Log::Level::info, line.text().bytes());
            line.clear();
        }
        return Outcome();
    }));
    if (!line.text().is_empty()) place_.log.write(log::Log::Level::info, line.text().bytes());
    return {};
}

FileCommands::Outcome FileCommands::show_space(Words const& words) {
    Holding<Node> const node(TRY(this->node(words.size() > 1 ? words[1] : ".")));
    fs::FileSystem::Statistics const of = node->file_system().statistics();
    say(place_.log, "{} of {} blocks of {} bytes are free, {} of {} nodes{}", of.free_blocks,
        of.blocks, of.block_bytes, of.free_nodes, of.nodes, of.is_read_only ? ", only read" : "");
    return {};
}

/// With the first command about a file system, its space is counted.
FileCommands::Outcome FileCommands::limit(Words const& words) {
    if (!place_.limits) return FsError{FsError::not_supported};
    Holding<Node> const node(TRY(this->node(words[1])));
    fs::FileSystem& of = node->file_system();
    u64 const owner = number_in(words[2]);
    if (owner > ~u32(0) || words.size() == 4) return FsError{FsError::invalid};
    fs::OwnerLimits::Amount const most{number_in(words[3]), number_in(words[4])};
    if (words.size() > 4 && (most.sectors == ~u64(0) || most.nodes == ~u64(0)))
        return FsError{FsError::invalid};
    TRY(place_.limits->start(of));
    if (words.size() > 4) TRY(place_.limits->set_most(of, static_cast<u32>(owner), most));
    auto const now = TRY(place_.limits->account(of, static_cast<u32>(owner)));
    say(place_.log, "owner {} has {} of {} sectors, {} of {} nodes", owner, now.used.sectors,
        now.most.sectors, now.used.nodes, now.most.nodes);
    return {};
}

FileCommands::Outcome FileCommands::make_directory(Words const& words) {
    Holding<Directory> const in(TRY(parent(words[1])));
    Node* const made =
        TRY(in->create(last_name(words[1]).bytes(), {Node::Kind::directory, 0755, 0, 0, 0}));
    made->release();
    return {};
}

FileCommands::Outcome FileCommands::remove(Words const& words) {
    Holding<Directory> const in(TRY(parent(words[1])));
    Outcome const outcome = in->unlink(last_name(words[1]).bytes());
    if (outcome.is_ok() || outcome.error().code != FsError::is_directory) return outcome;
    return in->remove_directory(last_name(words[1]).bytes());
}

FileCommands::Outcome FileCommands::move(Words const& words) {
    Holding<Directory> const from(TRY(parent(words[1])));
    Holding<Directory> const to(TRY(parent(words[2])));
    return from->rename(last_name(words[1]).bytes(), *to, last_name(words[2]).bytes());
}

FileCommands::Outcome FileCommands::copy(Words const& words) {
    Holding<File> const from(TRY(file(words[1])));
    Holding<File> const to(TRY(make_file(words[2])));
    TRY(to->truncate(0));
    u64 offset = 0; // of a device, the end is not where to begin
    return for_all_of(*from, [&](Span<u8 const> part) -> Outcome {
        while (!part.is_empty()) {
            usize const written = TRY(to->write(offset, part));
            offset += written;
            part = part.after(written);
        }
        return {};
    });
}

FileCommands::Outcome FileCommands::link(Words const& words) {
    Holding<Node> const node(TRY(this->node(words[1], false)));
    Holding<Directory> const in(TRY(parent(words[2])));
    return in->link(last_name(words[2]).bytes(), *node);
}

FileCommands::Outcome FileCommands::put(Words const& words) {
    Holding<File> const file(TRY(make_file(words[1])));
    TRY(file->write(static_cast<u64>(File::end), words[2].bytes()));
    TRY(file->write(static_cast<u64>(File::end), Text("\n").bytes()));
    return {};
}

FileCommands::Outcome FileCommands::sync(Words const& words) {
    Holding<Node> const node(TRY(this->node(words.size() > 1 ? words[1] : ".")));
    fs::FileSystem& files = node->file_system();
    Outcome const outcome = files.sync();
    auto const faults = files.faults();
    if (outcome.is_error() && faults.count != 0)
        say(place_.log, "sector {} cannot be {}", faults.sector,
            faults.is_write ? "written" : "read");
    return outcome;
}

Result<Node*, FsError> FileCommands::node(Text path, bool follows_last) {
    return place_.names.resolve(*root_, *current_, path.bytes(), follows_last);
}

Result<File*, FsError> FileCommands::file(Text path) {
    Holding<Node> node(TRY(this->node(path)));
    auto* const found = narrow_to<File>(*node);
    if (!found) return FsError{FsError::is_directory};
    node.leave();
    return found;
}

Result<Directory*, FsError> FileCommands::directory(Text path) {
    Holding<Node> node(TRY(this->node(path)));
    auto* const found = narrow_to<Directory>(*node);
    if (!found) return FsError{FsError::not_directory};
    node.leave();
    return found;
}

Result<Directory*, FsError> FileCommands::parent(Text path) {
    return place_.names.resolve_parent(*root_, *current_, path.bytes());
}

/// A file that is there, or else a new one.
Result<File*, FsError> FileCommands::make_file(Text path) {
    auto const found = file(path);
    if (found.is_ok() || found.error().code != FsError::not_found) return found;
    Holding<Directory> const in(TRY(parent(path)));
    Node* const made = TRY(in->create(last_name(path).bytes(), {Node::Kind::file, 0644, 0, 0, 0}));
    return narrow_to<File>(*made);
}

Text FileCommands::last_name(Text path) {
    fs::Names::Last const last = place_.names.last(path.bytes());
    return path.after(last.offset).first(last.bytes);
}

/// A disk, a partition of one, or one of the first disk by its number alone.
Result<block::Disk*, FsError> FileCommands::disk_named(Text name) {
    u64 const number = number_in(name);
    if (number != ~u64(0)) return partition(place_.disks[0], number);
    for (u32 i = 0; i < place_.disks.size(); ++i) {
        DiskName known;
        put_disk_name(known, i);
        usize const size = known.text().size();
        if (name.size() < size || name.first(size) != known.text()) continue;
        if (name.size() == size) return &place_.disks[i].whole_disk();
        u64 const part = number_in(name.after(size));
        if (part != ~u64(0)) return partition(place_.disks[i], part);
    }
    return FsError{FsError::no_disk};
}

Result<block::Disk*, FsError> FileCommands::partition(block::PartitionTable& table, u64 number) {
    if (table.whole_disk().geometry().sectors == 0) return FsError{FsError::no_disk};
    if (table.scan().is_error()) return FsError{FsError::io};
    if (number > ~u32(0)) return FsError{FsError::no_disk};
    auto const found = table.disk(static_cast<u32>(number));
    if (found.is_error()) return FsError{FsError::no_disk};
    return found.value();
}

/// A line about a node.
void FileCommands::tell(Text name, Node& node) {
    constexpr char const* kinds[] = {"-", "d", "l", "c", "b", "p", "s"};
    Node::Attributes const of = node.attributes();
    TextBuffer<9> mode;
    for (u32 bit = 9; bit-- > 0;) {
        Text const letters = "xwr";
        mode.put(of.mode >> bit & 1 ? letters.after(bit % 3).first(1) : Text("-"));
    }
    TextBuffer<120> target;
    if (auto* const link = narrow_to<fs::SymbolicLink>(node)) {
        u8 room[100];
        auto const size = link->target(room);
        if (size.is_ok()) {
            target.put(" -> ");
            target.put(Text::from_bytes(Span<u8 const>(room).first(min(size.value(), 100))));
        }
    }
    say(place_.log, "{}{} {} {} {}{}", kinds[static_cast<u32>(of.kind)], mode.text(), of.links,
        of.size_bytes, name, target.text());
}

/// Reads a file part by part.
template<class Use>
FileCommands::Outcome FileCommands::for_all_of(File& file, Use use) {
    Page const page(place_.memory);
    Span<u8> const room = TRY(page.bytes());
    for (u64 offset = 0;;) {
        usize const bytes = TRY(file.read(offset, room));
        if (bytes == 0) return {};
        TRY(use(Span<u8 const>(room).first(bytes)));
        offset += bytes;
    }
}

u32 address_in(Text word) {
    u32 address = 0;
    for (u32 i = 0; i < 4; ++i) {
        usize size = 0;
        while (size < word.size() && word[size] != '.')
            ++size;
        u64 const part = number_in(word.first(size));
        bool const has_more = size < word.size();
        if (part > 255 || has_more != (i < 3)) return 0;
        address = address << 8 | static_cast<u32>(part);
        word = word.after(has_more ? size + 1 : size);
    }
    return address;
}

u64 number_in(Text word) {
    u64 value = 0;
    if (word.is_empty() || word.size() > 18) return ~u64(0);
    for (char const each : word) {
        if (each < '0' || each > '9') return ~u64(0);
        value = value * 10 + static_cast<u64>(each - '0');
    }
    return value;
}

} // namespace flat::shell
