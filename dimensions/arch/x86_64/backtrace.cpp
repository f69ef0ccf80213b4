// SPDX-License-Identifier: BSD-2-Clause
// Return addresses of the kernel's functions, by their frame pointers.
#include <domain/backtrace.hpp>
#include <machine/backtrace.hpp>

#include <machine/register_frame.hpp>

#include <machine/physical.hpp>
#include <x86_64/boot_information.hpp>
#include <x86_64/stack_frame.hpp>

extern "C" char const flat_rodata_end[];
extern "C" char const flat_data_end[];

namespace flat::arch {

namespace {

bool is_ram(paddr address) {
    for (MemoryMap::Region const& region : boot_information().memory.regions())
        if (region.kind != MemoryMap::Kind::reserved && address >= region.base &&
            address - region.base < region.size_bytes)
            return true;
    return false;
}

/// Whether a stack may be there: in the image's data or in the direct map.
bool is_readable(StackFrame const* frame) {
    vaddr const address = address_of(frame);
    if (address % alignof(StackFrame) != 0) return false;
    if (address >= address_of(flat_rodata_end) && address < address_of(flat_data_end)) return true;
    return address >= direct_map_base && is_ram(address - direct_map_base);
}

} // namespace

} // namespace flat::arch

namespace flat {

usize domain::backtrace(Span<vaddr> addresses) {
    return arch::follow(static_cast<arch::StackFrame const*>(__builtin_frame_address(0)), addresses,
                        0, arch::is_readable);
}

usize machine::backtrace(RegisterFrame const& frame, Span<vaddr> addresses) {
    if (addresses.is_empty()) return 0;
    addresses[0] = frame.rip;
    if (frame.is_user()) return 1;
    return arch::follow(pointer_to<arch::StackFrame const>(frame.rbp), addresses, 1,
                        arch::is_readable);
}

} // namespace flat
