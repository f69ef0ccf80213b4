// SPDX-License-Identifier: BSD-2-Clause
// The transfer of pages whose parts lie anywhere on a disk.
#include <fs/disk/block_transfer.hpp>

#include <core/memory.hpp>
#include <fs/disk/block_pages.hpp>
#include <machine/physical.hpp>

#include <new>

namespace flat::fs {

/// What is in a row on the disk.
class BlockTransfer::Run final : public DiskRequest {
public:
    static constexpr u32 segments_max = 16;

    Run(BlockTransfer& of, u64 begin) : of_(of), begin_(begin), end_(begin) {}

    /// Whether it could add the part.
    bool add(u64 byte_on_disk, paddr memory, u32 bytes, u32 segments_allowed) {
        if (byte_on_disk != end_) return false;
        Segment* const last = count_ != 0 ? &segments_[count_ - 1] : nullptr;
        if (last && last->physical + last->bytes == memory) {
            last->bytes += bytes;
        } else {
            if (count_ == min(segments_allowed, segments_max)) return false;
            auto* const place = static_cast<u8*>(machine::physical_to_virtual(memory));
            segments_[count_++] = {place, memory, bytes};
        }
        end_ += bytes;
        return true;
    }

    void submit(Kind kind, block::Disk& disk) {
        u64 const sector = begin_ / disk.geometry().sector_bytes;
        Span<Segment const> const segments(segments_, count_);
        if (kind == Kind::read)
            set_read(sector, segments);
        else
            set_write(sector, segments);
        disk.submit(*this);
    }

    Run* next = nullptr;

private:
    void ended() override {
        BlockTransfer& of = of_;
        bool const is_ok = outcome().is_ok();
        of.volume_.disk_faults().note(*this);
        this->~Run();
        of.objects().free(address_of(this), sizeof(Run));
        of.ended(is_ok);
    }

    BlockTransfer& of_;
    u64 begin_;
    u64 end_;
    u32 count_ = 0;
    Segment segments_[segments_max];
};

BlockTransfer* BlockTransfer::make(Volume& volume, Kind kind, Pages const& pages) {
    auto const place = volume.services().objects.allocate(sizeof(BlockTransfer));
    if (place.is_error()) return nullptr;
    return new (pointer_to<void>(place.value())) BlockTransfer(volume, kind, pages);
}

void BlockTransfer::add(block::Disk& disk, u64 byte_on_disk, paddr memory, u32 bytes) {
    u32 const segments = disk.geometry().segments_max;
    if (first_ && first_->add(byte_on_disk, memory, bytes, segments)) return;
    auto const place = objects().allocate(sizeof(Run));
    if (place.is_error()) return fail();
    auto* const run = new (pointer_to<void>(place.value())) Run(*this, byte_on_disk);
    run->next = first_;
    first_ = run;
    run->add(byte_on_disk, memory, bytes, segments);
}

void BlockTransfer::start(block::Disk& disk) {
    for (Run* each = first_; each;) {
        Run& run = *each;
        each = run.next; // it ends its life when it has ended
        running_.fetch_add(1);
        run.submit(kind_, disk);
    }
    ended(true);
}

void BlockTransfer::ended(bool is_ok) {
    if (!is_ok) fail();
    if (running_.fetch_subtract(1) != 1) return;
    if (!to_clear_.is_empty()) memset(to_clear_.data(), 0, to_clear_.size());
    Pages const pages = pages_;
    u32 const rights = has_failed_.load() ? 0 : pages.rights;
    memory::Objects& objects = this->objects();
    this->~BlockTransfer();
    objects.free(address_of(this), sizeof(BlockTransfer));
    if (pages.written && rights != 0) pages.written->set_written(pages.first, pages.count);
    pages.transfer.ended(pages.first, pages.count, rights);
}

} // namespace flat::fs
