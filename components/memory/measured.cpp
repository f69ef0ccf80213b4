// SPDX-License-Identifier: BSD-2-Clause
// Kernel memory in pieces of any size, each an object that remembers how large it is.
#include <memory/measured.hpp>

#include <core/bits.hpp>
#include <domain/page.hpp>

namespace flat::memory {

using domain::line_size;

Result<vaddr, MemoryError> Measured::allocate(usize bytes, usize alignment) {
    if (bytes == 0 || !is_power_of_two(alignment) || alignment > line_size ||
        bytes + line_size < bytes)
        return MemoryError{MemoryError::Code::invalid};
    vaddr const object = TRY(objects->allocate(bytes + line_size));
    *pointer_to<usize>(object) = bytes + line_size;
    return object + line_size;
}

void Measured::free(vaddr address) {
    if (address == 0) return;
    vaddr const object = address - line_size;
    objects->free(object, *pointer_to<usize>(object));
}

} // namespace flat::memory
