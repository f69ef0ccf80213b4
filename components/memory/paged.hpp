// SPDX-License-Identifier: BSD-2-Clause
// The kernel's address space by page tables.
#pragma once

#include <core/guarded.hpp>
#include <core/utility.hpp>
#include <memory/paged.flat.hpp>

namespace flat::memory {

/// Maps physical memory into the kernel's window of virtual addresses (THINK, §4.3). The page
/// tables themselves are the record of what is taken; the search begins where the last one ended,
/// and leaves a page free before each mapping, so that an overrun is found out by a page fault.
class Paged : public PagedComponent, NonCopyable {
public:
    using PagedComponent::PagedComponent;

    Result<vaddr, hal::MmuError> map(paddr physical, usize bytes, u32 rights) override;
    Result<void, hal::MmuError> unmap(vaddr base, usize bytes) override;
    Result<paddr, hal::MmuError> translate(vaddr address) override;

private:
    /// The kernel's window of addresses: its page tables, which `mmu` keeps, and where the search
    /// for free pages begins.
    struct Window {
        usize next_page = 0;
    };

    bool is_mapped(vaddr page);
    Result<vaddr, hal::MmuError> find(Window& window, usize pages);
    void unmap_pages(vaddr first, usize pages);

    Guarded<Window> window_;
};

} // namespace flat::memory
