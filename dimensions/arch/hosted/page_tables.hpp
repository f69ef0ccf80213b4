// SPDX-License-Identifier: BSD-2-Clause
// The host's mappings of the process as a memory management unit.
#pragma once

#include <arch/page_tables.flat.hpp>
#include <core/utility.hpp>

namespace flat::arch {

/// Pages of the direct map appear a second time in the kernel's window of addresses, with the
/// rights that were asked for: what is mapped there is shared with the direct map. There is one
/// root, the kernel's, as a process has no user mode.
class PageTables : public PageTablesComponent, NonCopyable {
public:
    PageTables(Ports const& ports, Attributes const& attributes);
    ~PageTables();

    Result<paddr, hal::MmuError> create_root() override;
    void destroy_root(paddr) override {}
    bool prune(paddr) override { return true; }
    void activate(paddr) override {}
    paddr kernel_root() override { return 0; }
    Result<void, hal::MmuError> add_mapping(paddr root, vaddr virtual_base, paddr physical,
                                            u8 size_log2, u32 rights) override;
    Result<Mapping, hal::MmuError> remove_mapping(paddr root, vaddr virtual_address) override;
    Result<Mapping, hal::MmuError> get_mapping(paddr root, vaddr virtual_address) override;
    Result<void, hal::MmuError> split(paddr root, vaddr virtual_address) override;
    u64 fill(paddr, vaddr, paddr, u32) override { return 0; }
    u64 place(paddr, vaddr) override { return 0; }
    u64 share(u64, paddr, vaddr, u32) override { return 0; }
    u32 reduce_at(u64, paddr, vaddr, u32) override { return 0; }
    Result<Mapping, hal::MmuError> access(paddr root, vaddr virtual_address, u32 rights) override;
    u32 reduce(paddr, vaddr, u32) override { return 0; }
    bool supports(u8 size_log2) override;

private:
    /// The entry of an address in the window: physical address and rights, 0 for none.
    u64& entry(vaddr address);

    u64* entries_; // of all pages of the window; the host provides what is touched
};

} // namespace flat::arch
