// SPDX-License-Identifier: BSD-2-Clause
// Memory for objects in a room of its own: the heap of a domain.
#include <memory/arena.hpp>

#include <core/bits.hpp>
#include <domain/page.hpp>

namespace flat::memory {

using domain::line_size;

/// Objects begin on lines, pieces do not: the word before an object says where its piece begins.
Result<vaddr, MemoryError> Arena::allocate(usize bytes) {
    if (bytes == 0) return MemoryError{MemoryError::Code::invalid};
    if (bytes > room_bytes) return MemoryError{MemoryError::Code::out_of_memory};
    vaddr const piece =
        room_.lock()->pieces.take(align_up<usize>(bytes, line_size) + line_size + sizeof(vaddr));
    if (piece == 0) return MemoryError{MemoryError::Code::out_of_memory};
    vaddr const object = align_up<vaddr>(piece + sizeof(vaddr), line_size);
    *(pointer_to<vaddr>(object) - 1) = piece;
    memset(pointer_to<void>(object), 0, bytes);
    return object;
}

void Arena::free(vaddr address, usize) {
    room_.lock()->pieces.give(*(pointer_to<vaddr>(address) - 1));
}

} // namespace flat::memory
