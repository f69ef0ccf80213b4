// SPDX-License-Identifier: BSD-2-Clause
// Reads a disk, writes to its last sectors and reads them back, and says what came of it.
#include <demo/disk_check.hpp>

#include <core/bytes/crc32.hpp>
#include <core/disk/waiting_request.hpp>
#include <core/say.hpp>
#include <core/utility.hpp>

namespace flat::demo {

namespace {

constexpr u32 piece_bytes = 65536;

/// Too large for a stack.
u8 piece[piece_bytes];

u8 byte_at(u32 place) {
    return static_cast<u8>(place * 2654435761u >> 13);
}

DiskRequest::Segment whole(Span<u8> bytes) {
    return {bytes.data(), address_of(bytes.data()), static_cast<u32>(bytes.size())};
}

/// An error as a number, 0 for none.
u32 code_of(DiskRequest::Outcome const& outcome) {
    return outcome.is_error() ? static_cast<u32>(outcome.error().code) + 1 : 0;
}

} // namespace

void DiskCheck::run() {
    auto const geometry = disk->geometry();
    say(*log, "{} sectors of {} bytes", geometry.sectors, geometry.sector_bytes);
    if (geometry.sectors == 0) return;
    read_all();
    change_the_end();
    read_beyond();
}

void DiskCheck::read_all() {
    auto const geometry = disk->geometry();
    u64 const sectors_at_once = piece_bytes / geometry.sector_bytes;
    Crc32 sum;
    for (u64 sector = 0; sector < geometry.sectors; sector += sectors_at_once) {
        u64 const sectors = min(sectors_at_once, geometry.sectors - sector);
        Span<u8> const bytes(piece, sectors * geometry.sector_bytes);
        auto const outcome = read(sector, bytes);
        if (outcome.is_error())
            return say(*log, "reading at sector {} is error {}", sector, code_of(outcome));
        sum.add(bytes);
    }
    say(*log, "checksum {x} of {} bytes", sum.value(), geometry.sectors * geometry.sector_bytes);
}

void DiskCheck::change_the_end() {
    auto const geometry = disk->geometry();
    u64 const sectors = min<u64>(piece_bytes / geometry.sector_bytes, geometry.sectors);
    Span<u8> const bytes(piece, sectors * geometry.sector_bytes);
    for (u32 i = 0; i < bytes.size(); ++i)
        piece[i] = byte_at(i);
    auto const written = write(geometry.sectors - sectors, bytes);
    for (u8& each : bytes)
        each = 0;
    auto const read_back = read(geometry.sectors - sectors, bytes);
    u32 wrong = 0;
    for (u32 i = 0; i < bytes.size(); ++i)
        wrong += piece[i] != byte_at(i);
    say(*log, "the last {} bytes: written with error {}, read with error {}, {} wrong",
        bytes.size(), code_of(written), code_of(read_back), wrong);
}

void DiskCheck::read_beyond() {
    auto const geometry = disk->geometry();
    auto const outcome = read(geometry.sectors, {piece, geometry.sector_bytes});
    say(*log, "what is not there is error {}", code_of(outcome));
}

DiskRequest::Outcome DiskCheck::read(u64 sector, Span<u8> bytes) {
    DiskRequest::Segment const segment = whole(bytes);
    WaitingRequest request(*threads);
    request.set_read(sector, {&segment, 1});
    return request.run(*disk);
}

DiskRequest::Outcome DiskCheck::write(u64 sector, Span<u8> bytes) {
    DiskRequest::Segment const segment = whole(bytes);
    WaitingRequest request(*threads);
    request.set_write(sector, {&segment, 1}, true);
    return request.run(*disk);
}

} // namespace flat::demo
