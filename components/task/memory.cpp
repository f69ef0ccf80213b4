// SPDX-License-Identifier: BSD-2-Clause
// Memory in pieces of any size, of what the assembly lets the domain have.
#include <task/memory.hpp>

#include <core/bits.hpp>
#include <domain/tasks.hpp>

#include <new>

namespace flat::task {

using memory::MemoryError;

namespace {

constexpr u64 page_size = 4096;

/// What a step has beside a piece.
constexpr u64 overhead = 128;

} // namespace

Result<vaddr, MemoryError> Memory::allocate(usize bytes, usize alignment) {
    if (alignment > FirstFit::alignment || bytes > ~usize{0} - overhead - page_size)
        return MemoryError{MemoryError::Code::invalid};
    vaddr taken = take(bytes);
    if (taken == 0 && add_step(bytes)) taken = take(bytes);
    if (taken == 0) return MemoryError{MemoryError::Code::out_of_memory};
    return taken;
}

/// Pieces may be of any step: none has all that another one has, and a piece is marked in itself.
void Memory::free(vaddr address) {
    if (last_) last_->pieces.give(address);
}

/// The last one is looked through first.
vaddr Memory::take(usize bytes) {
    vaddr taken = 0;
    for (Step* each = last_; each && taken == 0; each = each->next)
        taken = each->pieces.take(bytes);
    return taken;
}

/// What is less than a step can still be there.
Memory::Step* Memory::add_step(usize bytes) {
    static_assert(sizeof(Step) % FirstFit::alignment == 0 && sizeof(Step) <= overhead / 2);
    u64 const needed = align_up<u64>(bytes + overhead, page_size) / page_size;
    u64 pages = max<u64>(needed, step_pages);
    vaddr place = domain::reserve_pages(pages);
    if (place == 0) place = domain::reserve_pages(pages = needed);
    if (place == 0) return nullptr;
    Span<u8> const room(pointer_to<u8>(place) + sizeof(Step), pages * page_size - sizeof(Step));
    return last_ = new (pointer_to<void>(place)) Step(last_, room);
}

} // namespace flat::task
