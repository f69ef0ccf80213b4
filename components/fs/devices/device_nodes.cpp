// SPDX-License-Identifier: BSD-2-Clause
// The nodes of devices.
#include <fs/devices/device_nodes.hpp>

#include <core/memory.hpp>
#include <domain/page.hpp>
#include <flat/hal/mmu.hpp>
#include <fs/disk/block_pages.hpp>
#include <fs/disk/block_transfer.hpp>
#include <machine/physical.hpp>

namespace flat::fs::devices {

using domain::page_size;
using hal::Mmu;

namespace {

/// Sectors that are larger than a page have no pages.
u64 bytes_of_disk(block::Disk& disk) {
    auto const geometry = disk.geometry();
    return geometry.sector_bytes > page_size ? 0 : geometry.sectors * geometry.sector_bytes;
}

} // namespace

Outcome<u64> DeviceDirectory::find(Text name) {
    if (is_own_name(name)) return number();
    for (u64 each = devices().first_from(0); each != 0; each = devices().first_from(each + 1)) {
        DeviceVolume::Name known;
        DeviceVolume::write_name(known, each);
        if (known.text() == name) return each;
    }
    return u64(0);
}

Outcome<Directory::Entry> DeviceDirectory::entry_at(u64 place, Span<u8> name) {
    if (place < own_names) {
        Text const own = place == 0 ? "." : "..";
        return Entry{place + 1, number(), Kind::directory, own.write_to(name)};
    }
    u64 const found = devices().first_from(place);
    if (found == 0) return Entry{place, 0, Kind::file, 0};
    DeviceVolume::Name known;
    DeviceVolume::write_name(known, found);
    bool const is_disk = found >= DeviceVolume::disk_number;
    return Entry{found + 1, found, is_disk ? Kind::block_device : Kind::character_device,
                 known.text().write_to(name)};
}

Outcome<usize> CharacterDevice::read(u64, Span<u8> destination) {
    if (number() == DeviceVolume::null_number) return usize(0);
    // What is typed belongs to the program that listens.
    if (number() != DeviceVolume::zero_number) return FsError{FsError::Code::not_supported};
    memset(destination.data(), 0, destination.size());
    return destination.size();
}

Outcome<usize> CharacterDevice::write(u64, Span<u8 const> source) {
    if (number() == DeviceVolume::console_number) devices().console().write(source);
    return source.size();
}

void CharacterDevice::fill(u64 first_page, Span<u8 const> frames, u32, Transfer& transfer) {
    transfer.ended(first_page, frames.size() / sizeof(paddr), 0);
}

void CharacterDevice::upgrade(u64 first_page, Span<u8 const> frames, u32, Transfer& transfer) {
    transfer.ended(first_page, frames.size() / sizeof(paddr), 0);
}

void CharacterDevice::clean(u64 first_page, Span<u8 const> frames, Transfer& transfer) {
    transfer.ended(first_page, frames.size() / sizeof(paddr), 0);
}

void CharacterDevice::destroy() {
    close_pages();
    volume().dispose(*this);
}

DiskDevice::DiskDevice(Volume& volume, Facts const& facts, block::Disk& disk)
    : Unstored(volume, facts, bytes_of_disk(disk)), disk_(disk) {}

/// There is no space after the end.
Outcome<usize> DiskDevice::write(u64 offset, Span<u8 const> source) {
    if (source.is_empty()) return usize(0);
    if (disk_.geometry().is_read_only) return FsError{FsError::Code::read_only};
    if (offset >= size_bytes()) return FsError{FsError::Code::no_space};
    return FileNode::write(offset, source.first(min<u64>(source.size(), size_bytes() - offset)));
}

void DiskDevice::fill(u64 first_page, Span<u8 const> frames, u32 rights, Transfer& transfer) {
    transfer_pages(first_page, frames, granted(rights), transfer, false);
}

void DiskDevice::upgrade(u64 first_page, Span<u8 const> frames, u32 rights, Transfer& transfer) {
    transfer.ended(first_page, frames.size() / sizeof(paddr), granted(rights));
}

void DiskDevice::clean(u64 first_page, Span<u8 const> frames, Transfer& transfer) {
    transfer_pages(first_page, frames, Mmu::read, transfer, true);
}

void DiskDevice::destroy() {
    close_pages();
    volume().dispose(*this);
}

/// The right to write only to those who ask for it, so that dirty pages are known.
u32 DiskDevice::granted(u32 rights) {
    bool const writes = rights & Mmu::write && !disk_.geometry().is_read_only;
    return Mmu::read | Mmu::execute | (writes ? u32{Mmu::write} : 0);
}

/// What of the last page is after the end is zeros, and is not written.
void DiskDevice::transfer_pages(u64 first_page, Span<u8 const> frames, u32 rights,
                                Transfer& transfer, bool is_write) {
    using Kind = BlockTransfer::Kind;
    u64 const count = frames.size() / sizeof(paddr);
    u64 const end = size_bytes();
    auto* const made = BlockTransfer::make(devices(), is_write ? Kind::write : Kind::read,
                                           {transfer, first_page, count, rights});
    if (!made) return transfer.ended(first_page, count, 0);
    for (u64 i = 0; i < count; ++i) {
        u64 const offset = (first_page + i) * page_size;
        u32 const bytes = offset < end ? static_cast<u32>(min(end - offset, page_size)) : 0;
        paddr const frame = frame_in(frames, i);
        auto* const memory = static_cast<u8*>(machine::physical_to_virtual(frame));
        if (!is_write) memset(memory + bytes, 0, page_size - bytes);
        if (bytes != 0) made->add(disk_, offset, frame, bytes);
    }
    made->start(disk_);
}

} // namespace flat::fs::devices
