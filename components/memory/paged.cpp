// SPDX-License-Identifier: BSD-2-Clause
// The kernel's address space by page tables.
#include <memory/paged.hpp>

#include <core/bits.hpp>
#include <domain/page.hpp>
#include <machine/physical.hpp>

namespace flat::memory {

using domain::page_size;
using domain::page_size_log2;
using hal::MmuError;

namespace {

constexpr usize window_pages = machine::kernel_window_bytes / page_size;

constexpr vaddr window_page(usize index) {
    return machine::kernel_window_base + index * page_size;
}

/// How many pages the bytes [address, address + bytes) touch.
constexpr usize pages_touched(u64 address, usize bytes) {
    return divide_up(address % page_size + bytes, page_size);
}

bool is_in_window(vaddr address, usize bytes) {
    u64 const offset = address - machine::kernel_window_base;
    return offset < machine::kernel_window_bytes && bytes <= machine::kernel_window_bytes - offset;
}

} // namespace

Result<vaddr, MmuError> Paged::map(paddr physical, usize bytes, u32 rights) {
    if (bytes == 0 || bytes > machine::kernel_window_bytes || physical + bytes < physical)
        return MmuError{MmuError::Code::invalid};
    auto const window = window_.lock();
    usize const pages = pages_touched(physical, bytes);
    vaddr const base = TRY(find(*window, pages));
    paddr const first = align_down(physical, page_size);
    for (usize i = 0; i < pages; ++i) {
        u64 const offset = i * page_size;
        auto const added = mmu->add_mapping(mmu->kernel_root(), base + offset, first + offset,
                                            page_size_log2, rights);
        if (added.is_error()) {
            unmap_pages(base, i);
            return added.error();
        }
    }
    return base + physical % page_size;
}

Result<void, MmuError> Paged::unmap(vaddr base, usize bytes) {
    if (bytes == 0 || !is_in_window(base, bytes)) return MmuError{MmuError::Code::invalid};
    auto const window = window_.lock();
    vaddr const first = align_down(base, page_size);
    usize const pages = pages_touched(base, bytes);
    for (usize i = 0; i < pages; ++i)
        if (!is_mapped(first + i * page_size)) return MmuError{MmuError::Code::not_mapped};
    unmap_pages(first, pages);
    return {};
}

Result<paddr, MmuError> Paged::translate(vaddr address) {
    auto const window = window_.lock();
    auto const mapping = TRY(mmu->get_mapping(mmu->kernel_root(), address));
    return mapping.physical + (address - mapping.base);
}

bool Paged::is_mapped(vaddr page) {
    return mmu->get_mapping(mmu->kernel_root(), page).is_ok();
}

/// The address of `pages` pages in a row that are not mapped, after another such page.
Result<vaddr, MmuError> Paged::find(Window& window, usize pages) {
    usize const needed = pages + 1;
    usize found = 0;
    usize page = window.next_page;
    for (usize tried = 0; tried < window_pages + needed; ++tried, ++page) {
        if (page == window_pages) { // go on at the beginning of the window
            page = 0;
            found = 0;
        }
        found = is_mapped(window_page(page)) ? 0 : found + 1;
        if (found == needed) {
            window.next_page = page + 1 == window_pages ? 0 : page + 1;
            return window_page(page + 1 - pages);
        }
    }
    return MmuError{MmuError::Code::out_of_memory};
}

void Paged::unmap_pages(vaddr first, usize pages) {
    for (usize i = 0; i < pages; ++i)
        static_cast<void>(mmu->remove_mapping(mmu->kernel_root(), first + i * page_size).value());
}

} // namespace flat::memory
