// SPDX-License-Identifier: BSD-2-Clause
// Return addresses on the stack, by the chain of frame pointers.
#include <domain/backtrace.hpp>
#include <machine/backtrace.hpp>

#include <core/bits.hpp>
#include <machine/register_frame.hpp>

extern "C" {
extern char const flat_image_start[]; // both from the linker
extern char const etext[];
}

namespace flat::arch {

namespace {

/// What a function with a frame pointer leaves at the bottom of its stack frame.
struct StackFrame {
    vaddr caller; // its StackFrame
    vaddr return_address;
};

/// A frame farther away from its caller's than this is none.
constexpr usize frame_bytes_max = 1 << 20;

/// Walks until an address is not ours: the C library below us keeps no frame pointers.
usize walk(vaddr frame_pointer, Span<vaddr> addresses) {
    usize count = 0;
    while (count < addresses.size() && frame_pointer != 0 &&
           is_aligned(frame_pointer, alignof(StackFrame))) {
        StackFrame const frame = *pointer_to<StackFrame>(frame_pointer);
        if (frame.return_address < address_of(flat_image_start) ||
            frame.return_address >= address_of(etext))
            break;
        addresses[count++] = frame.return_address;
        if (frame.caller <= frame_pointer || frame.caller - frame_pointer > frame_bytes_max) break;
        frame_pointer = frame.caller;
    }
    return count;
}

} // namespace

} // namespace flat::arch

namespace flat {

usize domain::backtrace(Span<vaddr> addresses) {
    return arch::walk(address_of(__builtin_frame_address(0)), addresses);
}

usize machine::backtrace(RegisterFrame const& frame, Span<vaddr> addresses) {
    if (addresses.is_empty()) return 0;
    addresses[0] = frame.instruction_pointer();
    return 1 + arch::walk(frame.frame_pointer(), addresses.after(1));
}

} // namespace flat
