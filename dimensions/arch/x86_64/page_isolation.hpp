// SPDX-License-Identifier: BSD-2-Clause
// Page-table isolation: in user mode the processor's page tables lack the kernel.
#pragma once

#include <arch/page_isolation.flat.hpp>
#include <arch/paging/page_tree.hpp>
#include <x86_64/address_space.hpp>

namespace flat::arch {

/// Against reading the kernel by speculation (Gruss et al., "KASLR is Dead: Long Live KASLR",
/// 2017): every address space has a second top table, in the frame after the first, which user mode
/// runs on. Below user addresses both lead to the same tables. Above, the second has the
/// trampolines of trampolines.S with what the processor reads itself (interrupt table, segments,
/// task state), and the pages of the kernel window that user mode may see.
///
/// Traps and system calls enter by the trampolines, and each way out to user mode that <x86_64/
/// leave.S> has listed becomes a jump to one: without this component none of that exists. Global
/// pages are off, or the processor would remember the kernel's in user mode.
class PageIsolation : public PageIsolationComponent {
public:
    PageIsolation(Ports const& ports, Attributes const& attributes);

    Result<paddr, hal::MmuError> create_roots() override;
    void destroy_roots(paddr root) override;
    void follow(paddr root, vaddr virtual_address) override;
    void follow_all(paddr root) override;
    Result<void, hal::MmuError> show(vaddr virtual_base, paddr physical, u8 size_log2,
                                     u32 rights) override;
    void hide(vaddr virtual_address) override;

    /// What the tree of what all see takes and gives back: table frames.
    Maybe<paddr> take();
    void give_back(paddr frame);

private:
    auto visible() { return PageTree<PageIsolation>(visible_root_, direct_map_base, *this); }
    void make_visible_tables();
    void show_pages(vaddr begin, vaddr end, u32 rights);
    void show_trampolines();

    /// A top table that no processor uses: its upper half is in all second ones.
    paddr visible_root_ = 0;
};

} // namespace flat::arch
