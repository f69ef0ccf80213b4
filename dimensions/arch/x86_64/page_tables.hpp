// SPDX-License-Identifier: BSD-2-Clause
// The memory management unit with 4-level page tables (Intel SDM volume 3A, 4.5).
#pragma once

#include <arch/page_tables.flat.hpp>
#include <arch/paging/page_tree.hpp>
#include <machine/physical.hpp>

namespace flat::arch {

/// What THINK's MMU component does (section 4.1), for trees in memory: the tables of each root come
/// from `frames` and return there with the root.
///
/// The lower half below `user_end` takes mappings with the right `user`. The kernel window takes
/// those without it, never both writable and executable, and with it what nobody can write: pages
/// that every user program sees. The rest of the kernel's half cannot be changed.
class PageTables : public PageTablesComponent {
public:
    using PageTablesComponent::PageTablesComponent;

    Result<paddr, hal::MmuError> create_root() override;
    void destroy_root(paddr root) override;
    bool prune(paddr root) override;
    void activate(paddr root) override;
    paddr kernel_root() override;
    Result<void, hal::MmuError> add_mapping(paddr root, vaddr virtual_base, paddr physical,
                                            u8 size_log2, u32 rights) override;
    Result<Mapping, hal::MmuError> remove_mapping(paddr root, vaddr virtual_address) override;
    Result<Mapping, hal::MmuError> get_mapping(paddr root, vaddr virtual_address) override;
    Result<void, hal::MmuError> split(paddr root, vaddr virtual_address) override;
    u64 fill(paddr root, vaddr virtual_base, paddr physical, u32 rights) override;
    u64 place(paddr root, vaddr virtual_base) override;
    u64 share(u64 place, paddr root, vaddr virtual_base, u32 withheld) override;
    u32 reduce_at(u64 place, paddr root, vaddr virtual_base, u32 revoked) override;
    Result<Mapping, hal::MmuError> access(paddr root, vaddr virtual_address, u32 rights) override;
    u32 reduce(paddr root, vaddr virtual_address, u32 revoked) override;
    bool supports(u8 size_log2) override;

    /// What trees take and give back: table frames.
    Maybe<paddr> take();
    void give_back(paddr frame);

private:
    auto tree(paddr root) { return PageTree<PageTables>(root, direct_map_base, *this); }
    Result<paddr, hal::MmuError> take_root();
    Result<void, hal::MmuError> isolate(paddr root, vaddr virtual_base, paddr physical,
                                        u8 size_log2, u32 rights);
    static u32 reduce_entry(PageEntry& entry, paddr root, vaddr address, u32 revoked);
    static void forget(paddr root, vaddr address);
};

} // namespace flat::arch
