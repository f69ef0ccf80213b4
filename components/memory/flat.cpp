// SPDX-License-Identifier: BSD-2-Clause
// The one address space of kernels without paging.
#include <memory/flat.hpp>

#include <machine/physical.hpp>

namespace flat::memory {

Result<vaddr, hal::MmuError> Flat::map(paddr physical, usize bytes, u32) {
    if (bytes == 0 || physical + bytes < physical)
        return hal::MmuError{hal::MmuError::Code::invalid};
    return address_of(machine::physical_to_virtual(physical));
}

Result<void, hal::MmuError> Flat::unmap(vaddr, usize) {
    return {};
}

Result<paddr, hal::MmuError> Flat::translate(vaddr address) {
    return machine::virtual_to_physical(pointer_to<void>(address));
}

} // namespace flat::memory
