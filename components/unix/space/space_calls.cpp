// SPDX-License-Identifier: BSD-2-Clause
// What programs ask of their memory: heap, mappings, rights.
#include <unix/space/space_calls.hpp>

#include <core/bits.hpp>
#include <domain/page.hpp>
#include <flat/hal/mmu.hpp>
#include <unix/layout.hpp>
#include <unix/open_description.hpp>
#include <unix/program_thread.hpp>

namespace flat::unix::space {

using domain::page_size;

namespace {

/// Flags of mmap (asm-generic/mman-common.h).
enum MapFlag : u32 {
    shared = 1,
    private_copy = 2,
    kind_mask = 0xf, // 3 is shared, with all flags checked
    fixed = 0x10,
    anonymous = 0x20,
    fixed_no_replace = 0x10'0000,
};

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

/// How many pages so many bytes take; 0 where that is more than programs can have.
u64 pages_in(u64 bytes) {
    return bytes <= machine::user_end ? divide_up(bytes, page_size) : 0;
}

/// Has a range show a file from an offset on. EACCES, ENODEV.
Result<void, Errno> set_file(ProgramMemory::Range& range, OpenDescription& open, u64 offset) {
    u32 const mode = open.flags() & access_mode;
    if (mode == o_wronly) return Errno::eacces;
    if (range.is_shared && mode == o_rdonly) range.rights_max = all_rights & ~u32{hal::Mmu::write};
    if ((range.rights & ~range.rights_max) != 0) return Errno::eacces;
    fs::Node* const node = open.file().node();
    auto* const file = node ? narrow_to<fs::File>(*node) : nullptr;
    if (!file) return Errno::enodev;
    u64 const size = file->attributes().size_bytes;
    range.file = file;
    range.node = file;
    range.file_page = offset / page_size;
    range.file_bytes = max(size, offset) - offset;
    return {};
}

} // namespace

i64 SpaceCalls::brk(Task& task, vaddr end) {
    return static_cast<i64>(memory_of(task).set_heap_end(end));
}

i64 SpaceCalls::mmap(Task& task, vaddr address, u64 bytes, u32 rights, u32 flags, i32 descriptor,
                     u64 offset) {
    u32 const kind = flags & kind_mask;
    bool const is_kind = kind == private_copy || kind == shared || kind == (shared | private_copy);
    if (bytes == 0 || (rights & ~all_rights) != 0 || !is_kind) return failed(Errno::einval);
    if (bytes > layout::mapping_end) return failed(Errno::enomem);
    auto placement = ProgramMemory::Placement::anywhere;
    if ((flags & fixed) != 0) placement = ProgramMemory::Placement::fixed;
    if ((flags & fixed_no_replace) != 0) placement = ProgramMemory::Placement::fixed_if_free;
    ProgramMemory::Range range{address, divide_up(bytes, page_size), rights};
    bool const is_anywhere = placement == ProgramMemory::Placement::anywhere;
    if (!is_anywhere && !is_range(address, range.pages * page_size)) return failed(Errno::einval);
    range.is_shared = kind != private_copy;
    ProgramMemory& memory = memory_of(task);
    if ((flags & anonymous) != 0)
        return result_of(range.is_shared ? memory.map_shared_zeros(range, placement)
                                         : memory.map(range, placement));
    if (!is_aligned<u64>(offset, page_size)) return failed(Errno::einval);
    OpenDescription* const open = find_file(task, static_cast<u32>(descriptor));
    if (!open) return failed(Errno::ebadf);
    auto const filled = set_file(range, *open, offset);
    if (filled.is_error()) return failed(filled.error());
    return result_of(memory.map(range, placement));
}

i64 SpaceCalls::mremap(Task& task, vaddr address, u64 bytes, u64 new_bytes, u32 flags, vaddr to) {
    enum Flag : u32 { may_move = 1, goes_there = 2 };
    bool const is_fixed = (flags & goes_there) != 0;
    u64 const pages = pages_in(bytes);
    u64 const new_pages = pages_in(new_bytes);
    bool const are_flags = (flags & ~u32{may_move | goes_there}) == 0;
    if (!are_flags || (is_fixed && (flags & may_move) == 0)) return failed(Errno::einval);
    if (pages == 0 || new_pages == 0 || !is_range(address, pages * page_size))
        return failed(Errno::einval);
    if (is_fixed && (to == 0 || !is_range(to, new_pages * page_size))) return failed(Errno::einval);
    return result_of(memory_of(task).resize(address, pages, new_pages, (flags & may_move) != 0,
                                            is_fixed ? to : 0));
}

i64 SpaceCalls::msync(Task& task, vaddr address, u64 bytes, u32 flags) {
    enum Flag : u32 { asynchronous = 1, invalidates = 2, waits = 4 };
    bool const is_both = (flags & asynchronous) != 0 && (flags & waits) != 0;
    bool const are_flags = (flags & ~u32{asynchronous | invalidates | waits}) == 0 && !is_both;
    u64 const pages = pages_in(bytes);
    if (!are_flags || !is_range(address, pages * page_size)) return failed(Errno::einval);
    if ((flags & waits) != 0) return result_of(memory_of(task).sync(address, pages));
    return memory_of(task).is_mapped(address, pages) ? 0 : failed(Errno::enomem);
}

i64 SpaceCalls::madvise(Task& task, vaddr address, u64 bytes, u32 advice) {
    constexpr u32 dont_need = 4;
    constexpr u32 known_end = 26; // MADV_COLLAPSE is the last one
    u64 const pages = pages_in(bytes);
    if (advice >= known_end || !is_range(address, pages * page_size)) return failed(Errno::einval);
    if (advice == dont_need) return result_of(memory_of(task).forget(address, pages));
    return memory_of(task).is_mapped(address, pages) ? 0 : failed(Errno::enomem);
}

i64 SpaceCalls::mlock(Task& task, vaddr address, u64 bytes) {
    vaddr const base = align_down(address, page_size);
    if (address + bytes < address) return failed(Errno::einval);
    u64 const pages = pages_in(bytes + (address - base));
    bool const is_there = (pages != 0 || bytes == 0) && is_range(base, pages * page_size);
    return is_there && memory_of(task).is_mapped(base, pages) ? 0 : failed(Errno::enomem);
}

i64 SpaceCalls::mlockall(u32 flags) {
    enum Flag : u32 { what_is_there = 1, what_will_be = 2, at_its_first_access = 4 };
    constexpr u32 known = what_is_there | what_will_be | at_its_first_access;
    bool const is_meant = (flags & (what_is_there | what_will_be)) != 0;
    return is_meant && (flags & ~known) == 0 ? 0 : failed(Errno::einval);
}

i64 SpaceCalls::mprotect(Task& task, vaddr address, u64 bytes, u32 rights) {
    u64 const pages = pages_in(bytes);
    if (bytes == 0) return 0;
    if (pages == 0 || !is_range(address, pages * page_size) || (rights & ~all_rights) != 0)
        return failed(Errno::einval);
    return result_of(memory_of(task).protect(address, pages, rights));
}

i64 SpaceCalls::munmap(Task& task, vaddr address, u64 bytes) {
    u64 const pages = pages_in(bytes);
    if (pages == 0 || !is_range(address, pages * page_size)) return failed(Errno::einval);
    return result_of(memory_of(task).unmap(address, pages));
}

} // namespace flat::unix::space
