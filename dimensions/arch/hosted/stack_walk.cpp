// SPDX-License-Identifier: BSD-2-Clause
// Return addresses by the chain of frame pointers, in the kernel and in its domains.
#include <hosted/stack_walk.hpp>

#include <core/bits.hpp>
#include <domain/backtrace.hpp>

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

} // namespace

usize walk_stack(vaddr frame_pointer, Span<vaddr> addresses) {
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

} // namespace flat::arch

namespace flat {

usize domain::backtrace(Span<vaddr> addresses) {
    return arch::walk_stack(address_of(__builtin_frame_address(0)), addresses);
}

} // namespace flat
