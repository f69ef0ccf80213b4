// SPDX-License-Identifier: BSD-2-Clause
// A disk as a memory object: its contents, page by page.
#pragma once

#include <block/disk_pages.flat.hpp>
#include <core/disk/disk_request.hpp>
#include <core/utility.hpp>

namespace flat::block {

/// Page n is what lies at n times the page size, and zeros after the end of the disk. Pages are
/// filled and cleaned by one request for all of them in a row, or as many as the disk takes at a
/// time. The right to write is granted on request only, so that the dirty ones are known; a disk
/// that cannot be written to grants it to nobody.
class DiskPages : public DiskPagesComponent, NonCopyable {
public:
    using DiskPagesComponent::DiskPagesComponent;

    u64 pages() override;
    memory::Frames& frames() override { return *cached; }
    bool is_replaceable() override { return true; }
    void fill(u64 first_page, Span<u8 const> frames, u32 rights, Transfer& transfer) override;
    void upgrade(u64 first_page, Span<u8 const> frames, u32 rights, Transfer& transfer) override;
    void clean(u64 first_page, Span<u8 const> frames, Transfer& transfer) override;

private:
    using Kind = DiskRequest::Kind;

    class PageRequest;

    u64 bytes();
    u32 allowed(u32 rights);
    void transfer_pages(Kind kind, u64 first_page, Span<u8 const> frames, u32 rights,
                        Transfer& transfer);
};

} // namespace flat::block
