// SPDX-License-Identifier: BSD-2-Clause
// The commands of the shell that are about files.
#pragma once

#include <core/required.hpp>
#include <core/text.hpp>
#include <core/utility.hpp>
#include <flat/block/partition_table.hpp>
#include <flat/fs/exports.hpp>
#include <flat/fs/file.hpp>
#include <flat/fs/file_system.hpp>
#include <flat/fs/format.hpp>
#include <flat/fs/names.hpp>
#include <flat/fs/owner_limits.hpp>
#include <flat/log/log.hpp>
#include <flat/memory/dma_memory.hpp>
#include <shell/words.hpp>

namespace flat::shell {

/// Paths lead from the current directory, which is the root at first.
class FileCommands : NonCopyable {
public:
    /// What commands are about.
    struct Place {
        log::Log& log;
        fs::Names& names;
        RequiredList<fs::Format> formats; // which of them a disk has is tried
        fs::Exports* exports;             // null: there is no network
        fs::FileSystem* devices;          // null: there are no files of devices
        fs::OwnerLimits* limits;          // null: owners may have what there is
        RequiredList<block::PartitionTable> disks;
        memory::DmaMemory& memory;
    };

    using Outcome = Result<void, fs::FsError>;

    explicit FileCommands(Place const& place) : place_(place) {}
    ~FileCommands();

    /// Takes the root of all names; fails without memory.
    Outcome start();

    /// Unmounts all, before the machine ends, and tells what cannot be.
    void end();

    /// Carries out a command, and tells what fails; whether there is such a command.
    bool carry_out(Words const& words);

    void help();

    /// CRC-32 of a file.
    Outcome checksum(Text path);

private:
    struct Command {
        Text name;
        Text usage;
        usize words_min; // after its own
        Outcome (FileCommands::*run)(Words const& words);
    };
    class Page;

    static Command const commands[];

    Outcome mount(Words const& words);
    Outcome unmount(Words const& words);
    Outcome list(Words const& words);
    Outcome change_directory(Words const& words);
    Outcome show(Words const& words);
    Outcome show_space(Words const& words);
    Outcome limit(Words const& words);
    Outcome make_directory(Words const& words);
    Outcome remove(Words const& words);
    Outcome move(Words const& words);
    Outcome copy(Words const& words);
    Outcome link(Words const& words);
    Outcome put(Words const& words);
    Outcome sync(Words const& words);

    Result<fs::FileSystem*, fs::FsError> file_system_named(Text name, bool is_read_only);
    Result<fs::FileSystem*, fs::FsError> file_system_of(Text server, Text path, bool is_read_only);
    Result<fs::FileSystem*, fs::FsError> file_system_on(block::Disk& disk, bool is_read_only);
    Result<fs::Node*, fs::FsError> node(Text path, bool follows_last = true);
    Result<fs::File*, fs::FsError> file(Text path);
    Result<fs::Directory*, fs::FsError> directory(Text path);
    Result<fs::Directory*, fs::FsError> parent(Text path);
    Result<fs::File*, fs::FsError> make_file(Text path);
    Text last_name(Text path);
    Result<block::Disk*, fs::FsError> disk_named(Text name);
    static Result<block::Disk*, fs::FsError> partition(block::PartitionTable& table, u64 number);
    void tell(Text name, fs::Node& node);
    template<class Use>
    Outcome for_all_of(fs::File& file, Use use);

    Place place_;
    fs::Directory* root_ = nullptr;
    fs::Directory* current_ = nullptr;
};

/// An address of IPv4 that a word is, as a number; anything else is 0.
u32 address_in(Text word);

/// A number in decimal that a word is; anything else is more than any number.
u64 number_in(Text word);

} // namespace flat::shell
