// SPDX-License-Identifier: BSD-2-Clause
// Register frames of user threads: here they are set and read, and nobody ever resumes them.
#pragma once

#include <core/types.hpp>
#include <machine/register_frame.hpp>

namespace flat::abi {

/// The ELF machine of user programs: EM_X86_64, the host's.
inline constexpr u16 elf_machine = 62;

/// The first address that users cannot have.
inline constexpr vaddr user_end = 0x7fff'ffff'f000;

/// Makes a frame begin somewhere.
inline void start_user(RegisterFrame& frame, vaddr instruction, vaddr stack) {
    frame = RegisterFrame();
    frame.set_instruction_pointer(instruction);
    frame.set_stack_pointer(stack);
}

inline void set_user_instruction(RegisterFrame& frame, vaddr address) {
    frame.set_instruction_pointer(address);
}

/// Calls are C++ calls here: whoever makes one looks at this address.
inline constexpr vaddr repeated_call = 0x7ff0'0000;
inline void repeat_call(RegisterFrame& frame) {
    frame.set_instruction_pointer(repeated_call);
}

/// MemoryControl has not done all that it was to do.
inline constexpr vaddr failed_call = 0x7ff1'0000;
inline void fail_memory_control(RegisterFrame& frame) {
    frame.set_instruction_pointer(failed_call);
}

/// The host's caches know no types.
inline void write_back_caches() {}

inline void set_user_stack(RegisterFrame& frame, vaddr address) {
    frame.set_stack_pointer(address);
}

/// A process keeps its flags to itself.
inline u64 user_flags(RegisterFrame const&) {
    return 0;
}

inline void set_user_flags(RegisterFrame&, u64) {}

/// The registers of an exception message: those that can be set.
inline constexpr u32 exception_words = 2;

inline void store_exception(RegisterFrame const& frame, u64* words) {
    words[0] = frame.instruction_pointer();
    words[1] = frame.stack_pointer();
}

inline void load_exception(RegisterFrame& frame, u64 const* words) {
    frame.set_instruction_pointer(words[0]);
    frame.set_stack_pointer(words[1]);
}

} // namespace flat::abi
