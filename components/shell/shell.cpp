// SPDX-License-Identifier: BSD-2-Clause
// A small shell over the console that looks at disks.
#include <shell/shell.hpp>

#include <core/disk/disk_name.hpp>
#include <core/disk/fs_error_text.hpp>
#include <core/disk/waiting_request.hpp>
#include <core/memory.hpp>
#include <core/panic.hpp>
#include <core/say.hpp>
#include <domain/page.hpp>
#include <flat/hal/mmu.hpp>
#include <machine/physical.hpp>

namespace flat::shell {

using block::DiskError;

Shell::Command const Shell::commands[] = {
    {"help", "help", &Shell::help},
    {"disk", "disk: what disks are like, and their partitions", &Shell::show_disks},
    {"copy", "copy PAGE PAGE: the first page of 4096 bytes over the second", &Shell::copy_page},
    {"checksum",
     "checksum [PARTITION]: CRC-32 of the first disk, or of a part; checksum PATH: of a file",
     &Shell::checksum},
    {"cache", "cache: what has become of the pages of files and disks", &Shell::show_cache},
    {"settle", "settle: waits until pages that were changed are written behind", &Shell::settle},
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
    case DiskError::unreachable:
        return "the driver's domain does not answer";
    }
    return "unknown";
}

void Shell::run() {
    if (disks.size() == 0) panic("no disk is bound to the shell");
    check_disk_names(disks.size());
    if (!lines_.listen()) panic("somebody else listens to the console");
    if (files_.start().is_error()) panic("there is no root of files");
    say(*log, "the shell is ready");
    for (;;) {
        Text const line = lines_.next();
        if (line == "halt") break;
        carry_out(line);
    }
    files_.end();
}

void Shell::carry_out(Text line) {
    Words const words(line);
    for (Command const& each : commands) {
        if (words[0] != each.name) continue;
        Outcome const outcome = (this->*each.run)(words);
        if (outcome.is_error()) say(*log, "{}: {}", words[0], text_of(outcome.error()));
        return;
    }
    if (files_.carry_out(words)) return;
    if (words.size() != 0) say(*log, "{}: there is no such command; `help` lists all", words[0]);
}

Shell::Outcome Shell::help(Words const&) {
    for (Command const& each : commands)
        say(*log, "{}", each.usage);
    files_.help();
    say(*log, "halt: the end, with all unmounted");
    return {};
}

/// Of disks after the first one, those that there are.
Shell::Outcome Shell::show_disks(Words const&) {
    TRY(show_disk(0));
    for (u32 i = 1; i < disks.size(); ++i) {
        if (disks[i].whole_disk().geometry().sectors == 0) continue;
        DiskName name;
        put_disk_name(name, i);
        say(*log, "{}:", name.text());
        TRY(show_disk(i));
    }
    return {};
}

Shell::Outcome Shell::show_disk(u32 number) {
    block::PartitionTable& table = disks[number];
    block::Disk::Geometry const geometry = table.whole_disk().geometry();
    if (geometry.sectors == 0) return DiskError{DiskError::no_disk};
    say(*log, "{} sectors of {} bytes{}{}", geometry.sectors, geometry.sector_bytes,
        geometry.is_read_only ? ", only read" : "", geometry.is_removable ? ", removable" : "");
    auto const found = TRY(table.scan());
    for (u32 i = 0; i < found.partitions; ++i) {
        auto const each = table.partition(i);
        say(*log, "partition {}: sectors {} to {}", i, each.first_sector,
            each.first_sector + each.sectors - 1);
    }
    if (found.refused != 0) say(*log, "{} entries of the table are refused", found.refused);
    return {};
}

Shell::Outcome Shell::show_cache(Words const&) {
    auto const all = pages->replacements();
    say(*log, "{} pages; {} were filled and {} ahead, {} have left, {} were cleaned for that",
        all.resident, all.filled, all.filled_ahead, all.left, all.cleaned);
    auto const late = pages->unwritten();
    say(*log, "{} wait to be written, {} were written behind", late.pages, late.written);
    return {};
}

/// Without anything that writes behind, it is for ever.
Shell::Outcome Shell::settle(Words const&) {
    for (;;) {
        u64 const ticket = threads->ticket();
        auto const late = pages->unwritten();
        if (late.pages == 0) return {};
        threads->wait(late.condition, ticket);
    }
}

Shell::Outcome Shell::checksum(Words const& words) {
    if (words.size() == 1) return checksum_of_pages();
    u64 const number = number_in(words[1]);
    if (number == ~u64(0)) {
        auto const outcome = files_.checksum(words[1]);
        if (outcome.is_error()) say(*log, "checksum: {}", text_of(outcome.error()));
        return {};
    }
    TRY(disks[0].scan());
    if (number > ~u32(0)) return DiskError{DiskError::no_disk};
    block::Disk& of = *TRY(disks[0].disk(static_cast<u32>(number)));
    u64 bad_sector = 0;
    auto const sum = checksum_of(of, bad_sector);
    if (sum.is_error() && bad_sector != 0) say(*log, "sector {} cannot be read", bad_sector);
    say(*log, "checksum {x} of {} bytes", TRY(sum),
        of.geometry().sectors * of.geometry().sector_bytes);
    return {};
}

/// Of the first disk, by the pages that are in memory or come into it.
Shell::Outcome Shell::checksum_of_pages() {
    u64 const bytes = disk().geometry().sectors * disk().geometry().sector_bytes;
    if (bytes == 0) return DiskError{DiskError::no_disk};
    Crc32 sum;
    for (u64 first = 0; first < contents->pages(); first += pages_at_once) {
        u64 const end = min(first + pages_at_once, contents->pages());
        Outcome const outcome = add_pages(sum, first, end, bytes);
        pages->discard(*contents, first, pages_at_once);
        TRY(outcome);
    }
    say(*log, "checksum {x} of {} bytes", sum.value(), bytes);
    return {};
}

Shell::Outcome Shell::add_pages(Crc32& sum, u64 first, u64 end, u64 bytes) {
    for (u64 page = first; page < end; ++page) {
        u8 const* const place = TRY(hold(page, hal::Mmu::read));
        u64 const left = bytes - page * domain::page_size;
        sum.add(Span<u8 const>(place, min(left, domain::page_size)));
        pages->let_go(*contents, page, hal::Mmu::read);
    }
    return {};
}

/// Waits until a page is in memory, and can be accessed so.
Result<u8*, DiskError> Shell::hold(u64 page, u32 rights) {
    for (;;) {
        u64 const ticket = threads->ticket();
        auto const held = pages->hold(*contents, page, rights);
        if (held.is_error()) {
            bool const is_read = rights & hal::Mmu::write && disk().geometry().is_read_only;
            say(*log, "page {} cannot be {}", page, is_read ? "written" : "read");
            return DiskError{is_read ? DiskError::read_only : DiskError::medium};
        }
        if (held.value().condition == 0)
            return static_cast<u8*>(machine::physical_to_virtual(held.value().frame));
        threads->wait(held.value().condition, ticket);
    }
}

Shell::Outcome Shell::copy_page(Words const& words) {
    constexpr u32 writing = hal::Mmu::read | hal::Mmu::write;
    u64 const from = number_in(words[1]);
    u64 const to = number_in(words[2]);
    u64 const count = contents->pages();
    if (from >= count || to >= count) return DiskError{DiskError::out_of_range};
    u8 const* const source = TRY(hold(from, hal::Mmu::read));
    auto const target = hold(to, writing);
    if (target.is_ok()) {
        memmove(target.value(), source, domain::page_size);
        pages->let_go(*contents, to, writing);
    }
    pages->let_go(*contents, from, hal::Mmu::read);
    TRY(target);
    return sync();
}

/// Brings all that was written to onto the medium.
Shell::Outcome Shell::sync() {
    pages->clean(*contents, 0, contents->pages());
    for (;;) {
        u64 const ticket = threads->ticket();
        auto const counts = pages->count(*contents);
        if (counts.busy == 0 && counts.dirty != 0) return DiskError{DiskError::medium};
        if (counts.busy == 0) break;
        threads->wait(counts.condition, ticket);
    }
    WaitingRequest request(*threads);
    request.set_flush();
    return request.run(disk());
}

Result<u32, DiskError> Shell::checksum_of(block::Disk& of, u64& bad_sector) {
    block::Disk::Geometry const geometry = of.geometry();
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
        outcome = request.run(of);
        sum.add(Span<u8 const>(segment.begin, segment.bytes));
        sector += count;
    }
    memory->free(block.value());
    bad_sector = request.failed_sector();
    TRY(outcome);
    return sum.value();
}

} // namespace flat::shell
