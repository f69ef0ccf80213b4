// SPDX-License-Identifier: BSD-2-Clause
// A small shell over the console that looks at a disk.
#include <shell/shell.hpp>

#include <core/crc32.hpp>
#include <core/panic.hpp>
#include <core/say.hpp>
#include <core/waiting_request.hpp>
#include <domain/page.hpp>

namespace flat::shell {

using block::DiskError;

Shell::Command const Shell::commands[] = {
    {"help", "help", &Shell::help},
    {"disk", "disk: what the disk is like, and its partitions", &Shell::show_disk},
    {"checksum", "checksum [PARTITION]: CRC-32 of the disk, or of a part", &Shell::checksum},
};

Text text_of(DiskError error) {
    switch (error.code) {
    case DiskError::no_disk:
        return "there is no such disk";
    case DiskError::out_of_range:
        return "there is no such sector";
    case DiskError::invalid:
        return "the disk does not take such requests";
    case DiskError::read_only:
        return "the disk cannot be written to";
    case DiskError::medium:
        return "a sector cannot be read or written";
    case DiskError::timed_out:
        return "the disk does not answer";
    case DiskError::reset:
        return "the disk has been reset";
    case DiskError::misbehaves:
        return "the disk does what it must not";
    case DiskError::out_of_memory:
        return "no memory is left";
    }
    return "unknown";
}

void Shell::run() {
    if (!lines_.listen()) panic("somebody else listens to the console");
    say(*log, "the shell is ready");
    for (;;) {
        Text const line = lines_.next();
        if (line == "halt") return;
        carry_out(line);
    }
}

void Shell::carry_out(Text line) {
    Words const words(line);
    for (Command const& each : commands) {
        if (words[0] != each.name) continue;
        Outcome const outcome = (this->*each.run)(words);
        if (outcome.is_error()) say(*log, "{}: {}", words[0], text_of(outcome.error()));
        return;
    }
    if (words.size() != 0) say(*log, "{}: there is no such command; `help` lists all", words[0]);
}

Shell::Outcome Shell::help(Words const&) {
    for (Command const& each : commands)
        say(*log, "{}", each.usage);
    say(*log, "halt");
    return {};
}

Shell::Outcome Shell::show_disk(Words const&) {
    block::Disk::Geometry const geometry = disk->geometry();
    if (geometry.sectors == 0) return DiskError{DiskError::no_disk};
    say(*log, "{} sectors of {} bytes{}{}", geometry.sectors, geometry.sector_bytes,
        geometry.is_read_only ? ", only read" : "", geometry.is_removable ? ", removable" : "");
    auto const found = TRY(partitions->scan());
    for (u32 i = 0; i < found.partitions; ++i) {
        auto const each = partitions->partition(i);
        say(*log, "partition {}: sectors {} to {}", i, each.first_sector,
            each.first_sector + each.sectors - 1);
    }
    if (found.refused != 0) say(*log, "{} entries of the table are refused", found.refused);
    return {};
}

Shell::Outcome Shell::checksum(Words const& words) {
    block::Disk* of = &*disk;
    if (words.size() > 1) {
        TRY(partitions->scan());
        bool const is_number = words[1].size() == 1 && words[1][0] >= '0' && words[1][0] <= '9';
        if (!is_number) return DiskError{DiskError::no_disk};
        of = TRY(partitions->disk(static_cast<u32>(words[1][0] - '0')));
    }
    u64 bad_sector = 0;
    auto const sum = checksum_of(*of, bad_sector);
    if (sum.is_error() && bad_sector != 0) say(*log, "sector {} cannot be read", bad_sector);
    say(*log, "checksum {x} of {} bytes", TRY(sum),
        of->geometry().sectors * of->geometry().sector_bytes);
    return {};
}

Result<u32, DiskError> Shell::checksum_of(block::Disk& disk, u64& bad_sector) {
    block::Disk::Geometry const geometry = disk.geometry();
    if (geometry.sectors == 0) return DiskError{DiskError::no_disk};
    auto const block = memory->allocate(memory_order);
    if (block.is_error()) return DiskError{DiskError::out_of_memory};
    u64 const bytes_max = domain::page_size << memory_order;
    Crc32 sum;
    WaitingRequest request(*threads);
    DiskRequest::Outcome outcome;
    for (u64 sector = 0; sector < geometry.sectors && outcome.is_ok();) {
        u64 const count = min(geometry.sectors - sector, bytes_max / geometry.sector_bytes);
        DiskRequest::Segment const segment{pointer_to<u8>(block.value().address),
                                           block.value().physical,
                                           static_cast<u32>(count * geometry.sector_bytes)};
        request.set_read(sector, {&segment, 1});
        outcome = request.run(disk);
        sum.add(Span<u8 const>(segment.begin, segment.bytes));
        sector += count;
    }
    memory->free(block.value());
    bad_sector = request.failed_sector();
    TRY(outcome);
    return sum.value();
}

} // namespace flat::shell
