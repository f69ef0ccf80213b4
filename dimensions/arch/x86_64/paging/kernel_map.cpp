// SPDX-License-Identifier: BSD-2-Clause
// The kernel's half of every address space, as boot makes it.
#include <arch/paging/kernel_map.hpp>

#include <core/bits.hpp>
#include <core/memory.hpp>
#include <core/panic.hpp>
#include <core/utility.hpp>
#include <x86_64/instructions.hpp>

#include <arch/paging/page_tree.hpp>
#include <machine/physical.hpp>

// The ranges of the image, all page aligned; see kernel.lds, boot.S and entry.S.
extern "C" {
extern char const flat_image_start[];
extern char const flat_text_end[];
extern char const flat_rodata_end[];
extern char const flat_data_end[];
extern char const flat_image_end[];
extern char const flat_boot_stack_guard[];
extern char const flat_kernel_stack_guard[];
extern char const flat_fatal_stack_guard[];
}

namespace flat::arch {

namespace {

using Kind = MemoryMap::Kind;

constexpr u64 large_page_bytes = 1ull << level_bits(1);
constexpr u64 huge_page_bytes = 1ull << level_bits(2);

/// The boot page tables show this much of physical memory.
constexpr paddr boot_map_end = huge_page_bytes;

/// Devices of a PC lie below.
constexpr paddr device_end = 4 * huge_page_bytes;

/// Frames one after the other.
class EarlyFrames {
public:
    EarlyFrames(paddr begin, paddr end) : next_(begin), end_(end) {}

    Maybe<paddr> take() {
        if (next_ == end_) return nothing;
        next_ += domain::page_size;
        return next_ - domain::page_size;
    }
    void give_back(paddr) { panic("the first page tables are never freed"); }

    paddr next() const { return next_; }

private:
    paddr next_;
    paddr end_;
};

bool is_guard(vaddr page) {
    return page == address_of(flat_boot_stack_guard) ||
           page == address_of(flat_kernel_stack_guard) ||
           page == address_of(flat_fatal_stack_guard);
}

/// The least rights of a page of the image: never both `write` and `execute`; 0 for none.
u32 image_rights(vaddr page) {
    if (is_guard(page)) return 0;
    if (page < address_of(flat_text_end)) return hal::Mmu::read | hal::Mmu::execute;
    if (page < address_of(flat_rodata_end)) return hal::Mmu::read;
    if (page < address_of(flat_data_end)) return hal::Mmu::read | hal::Mmu::write;
    return hal::Mmu::read;
}

bool is_image(paddr page) {
    vaddr const address = kernel_base + page;
    return address >= address_of(flat_image_start) && address < address_of(flat_image_end);
}

/// Builds the map; every failure to do so is the end.
class KernelMap {
public:
    KernelMap(MemoryMap const& memory, paddr root, EarlyFrames& frames)
        : memory_(memory), tree_(root, direct_map_base, frames),
          has_huge_pages_(cpuid(0x8000'0001).edx & 1u << 26) {}

    void map_image() {
        for (vaddr page = address_of(flat_image_start); page < address_of(flat_image_end);
             page += domain::page_size)
            map(page, page - kernel_base, 0, image_rights(page));
    }

    /// [0, end): RAM cached, the rest uncached; the image's pages without `execute`.
    void map_directly(paddr end) {
        for (paddr base = 0; base < end;) {
            u32 const level = largest_level(base, end);
            map(direct_map_base + base, base, level, direct_rights(base, level));
            base += 1ull << level_bits(level);
        }
    }

    /// Lets all roots share what will be mapped in the kernel window.
    void reserve_window() {
        if (tree_.populate(table_index(machine::kernel_window_base, table_levels - 1)).is_error())
            panic("no memory for the kernel's page tables");
    }

private:
    /// The largest page at `base` that is all RAM, all device, or neither the image nor splittable.
    u32 largest_level(paddr base, paddr end) const {
        if (has_huge_pages_ && is_aligned(base, huge_page_bytes) && base + huge_page_bytes <= end &&
            is_uniform(base, base + huge_page_bytes))
            return 2;
        bool const aligned = is_aligned(base, large_page_bytes);
        return aligned && !overlaps_image(base, base + large_page_bytes) ? 1 : 0;
    }

    u32 direct_rights(paddr base, u32 level) const {
        if (is_image(base)) return image_rights(kernel_base + base) & ~u32(hal::Mmu::execute);
        u32 const rights = hal::Mmu::read | hal::Mmu::write;
        return has_ram(base, base + (1ull << level_bits(level))) ? rights
                                                                 : rights | hal::Mmu::uncached;
    }

    static bool overlaps_image(paddr base, paddr end) {
        return kernel_base + base < address_of(flat_image_end) &&
               kernel_base + end > address_of(flat_image_start);
    }

    bool has_ram(paddr base, paddr end) const {
        for (MemoryMap::Region const& region : memory_.regions())
            if (region.kind != Kind::reserved && region.base < end &&
                region.base + region.size_bytes > base)
                return true;
        return false;
    }

    bool is_uniform(paddr base, paddr end) const {
        for (MemoryMap::Region const& region : memory_.regions())
            if (region.kind == Kind::free && region.base <= base &&
                region.base + region.size_bytes >= end)
                return true;
        return !has_ram(base, end);
    }

    void map(vaddr address, paddr physical, u32 level, u32 rights) {
        if (rights == 0) return;
        PageEntry const page = PageEntry::page(physical, level, rights, true);
        if (tree_.map(address, page, level).is_error())
            panic("no memory for the kernel's page tables");
    }

    MemoryMap const& memory_;
    PageTree<EarlyFrames> tree_;
    bool has_huge_pages_;
};

/// The end of the memory that the direct map shows.
paddr direct_map_end_for(MemoryMap const& memory) {
    paddr end = device_end;
    for (MemoryMap::Region const& region : memory.regions())
        if (region.kind == Kind::free) end = max(end, region.base + region.size_bytes);
    return align_up(end, large_page_bytes);
}

/// How far the free memory right after the image goes that the boot page tables show.
paddr free_memory_end(MemoryMap const& memory, paddr image_end) {
    for (MemoryMap::Region const& region : memory.regions())
        if (region.kind == Kind::free && region.base == image_end)
            return min(region.base + region.size_bytes, boot_map_end);
    panic("the memory map has no free memory after the image");
}

void make_kernels(MemoryMap& memory, paddr begin, paddr end) {
    if (!memory.assign(begin, end, Kind::kernel)) panic("the memory map has too many regions");
}

} // namespace

void build_kernel_map(BootInformation& information) {
    MemoryMap& memory = information.memory;
    paddr const image_end = machine::virtual_to_physical(flat_image_end);
    make_kernels(memory, machine::virtual_to_physical(flat_image_start), image_end);
    information.direct_map_end = direct_map_end_for(memory);

    EarlyFrames frames(image_end, free_memory_end(memory, image_end));
    Maybe<paddr> const root = frames.take();
    if (!root) panic("no memory for the kernel's page tables");
    memset(machine::physical_to_virtual(*root), 0, sizeof(PageTable));
    information.kernel_root = *root;

    KernelMap map(memory, *root, frames);
    map.map_image();
    map.map_directly(information.direct_map_end);
    map.reserve_window();
    make_kernels(memory, image_end, frames.next());
}

} // namespace flat::arch
