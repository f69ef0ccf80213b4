// SPDX-License-Identifier: BSD-2-Clause
// Stands for the memory management unit that a process does not have: notes its calls.
#include <abi/no_mmu.hpp>

#include <domain/page.hpp>

namespace flat::abi {

Result<paddr, hal::MmuError> NoMmu::create_root() {
    last_root_ += domain::page_size;
    return last_root_;
}

void NoMmu::destroy_root(paddr) {}

bool NoMmu::prune(paddr) {
    return true;
}

void NoMmu::activate(paddr root) {
    active_ = root;
}

paddr NoMmu::kernel_root() {
    return 0;
}

Result<void, hal::MmuError> NoMmu::add_mapping(paddr, vaddr, paddr, u8, u32) {
    return {};
}

Result<hal::Mmu::Mapping, hal::MmuError> NoMmu::remove_mapping(paddr root, vaddr virtual_address) {
    return get_mapping(root, virtual_address);
}

Result<hal::Mmu::Mapping, hal::MmuError> NoMmu::get_mapping(paddr, vaddr) {
    return hal::MmuError{hal::MmuError::Code::not_mapped};
}

Result<void, hal::MmuError> NoMmu::split(paddr, vaddr) {
    return hal::MmuError{hal::MmuError::Code::invalid};
}

u64 NoMmu::fill(paddr, vaddr, paddr, u32) {
    return 0;
}

Result<hal::Mmu::Mapping, hal::MmuError> NoMmu::access(paddr root, vaddr virtual_address, u32) {
    return get_mapping(root, virtual_address);
}

u32 NoMmu::reduce(paddr, vaddr, u32) {
    return 0;
}

bool NoMmu::supports(u8 size_log2) {
    return size_log2 == domain::page_size_log2;
}

} // namespace flat::abi
