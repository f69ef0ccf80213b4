// SPDX-License-Identifier: BSD-2-Clause
// What programs ask of their memory: heap, mappings, rights.
#include <unix/space/space_calls.hpp>

#include <core/bits.hpp>
#include <domain/page.hpp>
#include <unix/layout.hpp>
#include <unix/program_thread.hpp>

namespace flat::unix::space {

using domain::page_size;

namespace {

/// Flags of mmap (asm-generic/mman-common.h).
enum MapFlag : u32 { shared = 1, private_copy = 2, fixed = 0x10, anonymous = 0x20 };

/// PROT_READ, PROT_WRITE and PROT_EXEC are those of `flat.hal.Mmu`.
constexpr u32 all_rights = 7;

ProgramMemory& memory_of(Task& task) {
    return *ProgramThread::of(task).process.memory;
}

/// Whether a program can have pages from an address on.
bool is_range(vaddr address, u64 bytes) {
    return is_aligned<vaddr>(address, page_size) && bytes <= machine::user_end &&
           address <= machine::user_end - bytes;
}

} // namespace

i64 SpaceCalls::brk(Task& task, vaddr end) {
    return static_cast<i64>(memory_of(task).set_heap_end(end));
}

i64 SpaceCalls::mmap(Task& task, vaddr address, u64 bytes, u32 rights, u32 flags, i32, u64) {
    if (bytes == 0 || (rights & ~all_rights) != 0) return failed(Errno::einval);
    if ((flags & anonymous) == 0) return failed(Errno::enodev);
    if (bytes > layout::mapping_end) return failed(Errno::enomem);
    u64 const pages = divide_up(bytes, page_size);
    ProgramMemory& memory = memory_of(task);
    vaddr base = address;
    if ((flags & fixed) == 0) {
        auto const room = memory.find_room(pages);
        if (room.is_error()) return failed(room.error());
        base = room.value();
    } else if (!is_range(address, pages * page_size)) {
        return failed(Errno::einval);
    }
    auto const mapped = memory.map({base, pages, rights});
    return mapped.is_ok() ? static_cast<i64>(base) : failed(mapped.error());
}

i64 SpaceCalls::mprotect(Task& task, vaddr address, u64 bytes, u32 rights) {
    u64 const pages = bytes <= machine::user_end ? divide_up(bytes, page_size) : 0;
    if (bytes == 0) return 0;
    if (pages == 0 || !is_range(address, pages * page_size) || (rights & ~all_rights) != 0)
        return failed(Errno::einval);
    return result_of(memory_of(task).protect(address, pages, rights));
}

i64 SpaceCalls::munmap(Task& task, vaddr address, u64 bytes) {
    u64 const pages = bytes <= machine::user_end ? divide_up(bytes, page_size) : 0;
    if (pages == 0 || !is_range(address, pages * page_size)) return failed(Errno::einval);
    return result_of(memory_of(task).unmap(address, pages));
}

} // namespace flat::unix::space
