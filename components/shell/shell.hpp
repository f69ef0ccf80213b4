// SPDX-License-Identifier: BSD-2-Clause
// A small shell over the console that looks at a disk.
#pragma once

#include <core/text.hpp>
#include <core/utility.hpp>
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

    void carry_out(Text line);
    Outcome help(Words const& words);
    Outcome show_disk(Words const& words);
    Outcome checksum(Words const& words);
    Result<u32, block::DiskError> checksum_of(block::Disk& disk, u64& bad_sector);

    LineReader lines_{*input, *threads};
};

/// What an error of a disk means.
Text text_of(block::DiskError error);

} // namespace flat::shell
