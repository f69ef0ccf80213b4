// SPDX-License-Identifier: BSD-2-Clause
// Stands for the memory management unit that a process does not have: notes its calls.
#pragma once

#include <abi/no_mmu.flat.hpp>

namespace flat::abi {

/// Tells roots apart and remembers which is active; there are no translations.
class NoMmu : public NoMmuComponent {
public:
    using NoMmuComponent::NoMmuComponent;

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
    u64 place(paddr, vaddr) override { return 0; }
    u64 share(u64, paddr, vaddr, u32) override { return 0; }
    u32 reduce_at(u64, paddr, vaddr, u32) override { return 0; }
    Result<Mapping, hal::MmuError> access(paddr root, vaddr virtual_address, u32 rights) override;
    u32 reduce(paddr root, vaddr virtual_address, u32 revoked) override;
    bool supports(u8 size_log2) override;

private:
    paddr last_root_ = 0;
    paddr active_ = 0;
};

} // namespace flat::abi
