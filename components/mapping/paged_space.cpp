// SPDX-License-Identifier: BSD-2-Clause
// An address space of user mode, as its creator sees it.
#include <mapping/paged_space.hpp>

#include <domain/page.hpp>
#include <machine/physical.hpp>
#include <mapping/mappings.hpp>

namespace flat::mapping {

void PagedSpace::start(paddr root) {
    record_.root = root;
    record_.first_page = 1; // an access by a null pointer stays a fault
    record_.end_page = machine::user_end / domain::page_size;
    record_.next_room = record_.first_page;
    record_.user_rights = hal::Mmu::user;
}

Result<vaddr, MappingError> PagedSpace::map(memory::MemoryObject& object, u64 first_page, u64 pages,
                                            vaddr base, u32 rights) {
    return mappings_.map_in(record_, object, first_page, pages, base, rights);
}

Result<void, MappingError> PagedSpace::unmap(vaddr base, u64 pages) {
    return mappings_.unmap_in(record_, base, pages);
}

Result<void, MappingError> PagedSpace::protect(vaddr base, u64 pages, u32 rights) {
    return mappings_.protect_in(record_, base, pages, rights);
}

Result<paddr, MappingError> PagedSpace::translate(vaddr address) {
    return mappings_.translate_in(record_, address);
}

Result<u64, MappingError> PagedSpace::resolve(vaddr address, u32 access) {
    return mappings_.resolve_in(record_, address, access);
}

paddr PagedSpace::root() {
    return record_.root;
}

void PagedSpace::release() {
    mappings_.clear(record_);
    mappings_.dispose(*this);
}

void* PagedSpace::narrow(InterfaceId id) {
    if (id == memory::UserSpace::interface_id) return static_cast<memory::UserSpace*>(this);
    if (id == memory::AddressSpace::interface_id) return static_cast<memory::AddressSpace*>(this);
    if (id == core::AbstractResource::interface_id)
        return static_cast<core::AbstractResource*>(this);
    return nullptr;
}

} // namespace flat::mapping
