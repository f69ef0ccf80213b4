// SPDX-License-Identifier: BSD-2-Clause
// A small shell over the console that looks at disks.
#pragma once

#include <core/bytes/crc32.hpp>
#include <core/text.hpp>
#include <core/utility.hpp>
#include <shell/file_commands.hpp>
#include <shell/line_reader.hpp>
#include <shell/shell.flat.hpp>
#include <shell/words.hpp>

namespace flat::shell {

/// Carries out a line after the other; `help` lists what there is.
class Shell : public ShellComponent, NonCopyable {
public:
    using ShellComponent::ShellComponent;

    void run() override;

private:
    using Outcome = Result<void, block::DiskError>;

    /// What is done for a command, and how it is called.
    struct Command {
        Text name;
        Text usage;
        Outcome (Shell::*run)(Words const& words);
    };

    static Command const commands[];
    static constexpr u32 memory_order = 4; // 64 KiB at a time
    static constexpr u64 pages_at_once = 256;

    block::Disk& disk() { return disks[0].whole_disk(); }

    void carry_out(Text line);
    Outcome help(Words const& words);
    Outcome show_disks(Words const& words);
    Outcome show_disk(u32 number);
    Outcome show_cache(Words const& words);
    Outcome settle(Words const& words);
    Outcome checksum(Words const& words);
    Outcome checksum_of_pages();
    Outcome add_pages(Crc32& sum, u64 first, u64 end, u64 bytes);
    Result<u8*, block::DiskError> hold(u64 page, u32 rights);
    Outcome copy_page(Words const& words);
    Outcome sync();
    Result<u32, block::DiskError> checksum_of(block::Disk& of, u64& bad_sector);

    LineReader lines_{*input, *threads};
    FileCommands files_{{*log, *names, formats, exports ? &*exports : nullptr,
                         devices ? &*devices : nullptr, limits ? &*limits : nullptr, disks,
                         *memory}};
};

/// What an error of a disk means.
Text text_of(block::DiskError error);

} // namespace flat::shell
