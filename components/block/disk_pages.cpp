// SPDX-License-Identifier: BSD-2-Clause
// A disk as a memory object: its contents, page by page.
#include <block/disk_pages.hpp>

#include <core/memory.hpp>
#include <domain/page.hpp>
#include <flat/hal/mmu.hpp>
#include <machine/physical.hpp>

#include <new>

namespace flat::block {

using domain::page_size;
using hal::Mmu;

namespace {

constexpr u32 pages_at_once = 16;

} // namespace

/// A transfer of pages in a row; it ends its own life when it has ended.
class DiskPages::PageRequest final : public DiskRequest {
public:
    PageRequest(memory::Objects& objects, Transfer& transfer, u64 first_page, u32 rights)
        : objects_(objects), transfer_(transfer), first_page_(first_page), rights_(rights) {}

    /// Adds a page, of which `bytes` bytes are on the disk.
    void add(paddr frame, u32 bytes) {
        segments_[pages_++] = {static_cast<u8*>(machine::physical_to_virtual(frame)), frame, bytes};
    }

    void submit(Kind kind, Disk& disk) {
        u64 const sector = first_page_ * (page_size / disk.geometry().sector_bytes);
        Span<Segment const> const segments(segments_, pages_);
        if (kind == Kind::read)
            set_read(sector, segments);
        else
            set_write(sector, segments);
        disk.submit(*this);
    }

private:
    void ended() override {
        u32 const rights = outcome().is_ok() ? rights_ : 0;
        if (kind() == Kind::read)
            for (Segment const& each : segments())
                memset(each.begin + each.bytes, 0, page_size - each.bytes);
        Transfer& transfer = transfer_;
        u64 const first_page = first_page_;
        u64 const pages = pages_;
        memory::Objects& objects = objects_;
        this->~PageRequest();
        objects.free(address_of(this), sizeof(PageRequest));
        transfer.ended(first_page, pages, rights);
    }

    memory::Objects& objects_;
    Transfer& transfer_;
    u64 first_page_;
    u32 rights_;
    u32 pages_ = 0;
    Segment segments_[pages_at_once];
};

u64 DiskPages::bytes() {
    Disk::Geometry const geometry = disk->geometry();
    return geometry.sector_bytes > page_size ? 0 : geometry.sectors * geometry.sector_bytes;
}

u64 DiskPages::pages() {
    return (bytes() + page_size - 1) / page_size;
}

void DiskPages::fill(u64 first_page, Span<u8 const> frames, u32 rights, Transfer& transfer) {
    transfer_pages(Kind::read, first_page, frames, allowed(rights), transfer);
}

void DiskPages::upgrade(u64 first_page, Span<u8 const> frames, u32 rights, Transfer& transfer) {
    transfer.ended(first_page, frames.size() / sizeof(paddr), allowed(rights));
}

/// What is granted to a request for `rights`: to write only if that is asked for.
u32 DiskPages::allowed(u32 rights) {
    u32 const writing = disk->geometry().is_read_only ? 0 : rights & Mmu::write;
    return Mmu::read | Mmu::execute | writing;
}

void DiskPages::clean(u64 first_page, Span<u8 const> frames, Transfer& transfer) {
    transfer_pages(Kind::write, first_page, frames, Mmu::read, transfer);
}

void DiskPages::transfer_pages(Kind kind, u64 first_page, Span<u8 const> frames, u32 rights,
                               Transfer& transfer) {
    u64 const all = bytes();
    u64 const count = frames.size() / sizeof(paddr);
    u64 const at_once = min<u64>(pages_at_once, disk->geometry().segments_max);
    for (u64 done = 0; done < count;) {
        u64 const first = first_page + done;
        u64 const part = min(at_once, count - done);
        auto const place = objects->allocate(sizeof(PageRequest));
        if (place.is_error() || (first + part - 1) * page_size >= all) {
            if (place.is_ok()) objects->free(place.value(), sizeof(PageRequest));
            return transfer.ended(first, count - done, 0);
        }
        auto* const request =
            new (pointer_to<void>(place.value())) PageRequest(*objects, transfer, first, rights);
        for (u64 i = 0; i < part; ++i) {
            paddr frame = 0;
            memcpy(&frame, frames.data() + (done + i) * sizeof(paddr), sizeof(paddr));
            request->add(frame, static_cast<u32>(min(page_size, all - (first + i) * page_size)));
        }
        done += part;
        request->submit(kind, *disk);
    }
}

} // namespace flat::block
