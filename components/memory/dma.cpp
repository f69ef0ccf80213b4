// SPDX-License-Identifier: BSD-2-Clause
// Memory for devices: frames, shown in an address space.
#include <memory/dma.hpp>

#include <core/memory.hpp>
#include <domain/page.hpp>
#include <flat/hal/mmu.hpp>

namespace flat::memory {

Result<DmaMemory::Block, MemoryError> Dma::allocate(u32 order) {
    constexpr u32 rights = hal::Mmu::read | hal::Mmu::write;
    paddr const base = TRY(frames->allocate(order));
    auto const address =
        space->map(*physical, base / domain::page_size, u64{1} << order, 0, rights);
    if (address.is_error()) {
        frames->free(base, order);
        return MemoryError{MemoryError::Code::out_of_memory};
    }
    memset(pointer_to<void>(address.value()), 0, domain::page_size << order);
    return Block{address.value(), base, order};
}

void Dma::free(Block const& block) {
    bool const was_mapped = space->unmap(block.address, u64{1} << block.order).is_ok();
    assert(was_mapped);
    if (was_mapped) frames->free(block.physical, block.order);
}

} // namespace flat::memory
