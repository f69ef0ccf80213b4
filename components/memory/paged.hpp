// SPDX-License-Identifier: BSD-2-Clause
// The kernel's address space by page tables.
#pragma once

#include <core/utility.hpp>
#include <domain/lock.hpp>
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
    bool is_mapped(vaddr page);
    Result<vaddr, hal::MmuError> find(usize pages);
    void unmap_pages(vaddr first, usize pages);

    domain::Lock lock_;
    usize next_page_ = 0; // of the window, where the search begins
};

} // namespace flat::memory
