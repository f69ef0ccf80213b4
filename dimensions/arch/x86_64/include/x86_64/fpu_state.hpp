// SPDX-License-Identifier: BSD-2-Clause
// The registers of x87, MMX and SSE, and what a switch of threads has to do with them: little.
//
// CR0.TS set means that the FPU's registers are not the running thread's; its next FPU instruction
// raises #NM, and the component arch.Fpu gives it the FPU. So TS is set whenever a thread that had
// the FPU ceases to run; a thread that does not use the FPU neither pays nor notices.
#pragma once

#include <core/types.hpp>
#include <x86_64/instructions.hpp>
#include <x86_64/processor_area.hpp>
#include <x86_64/registers.hpp>

namespace flat::arch {

/// The memory image of FXSAVE64, with the values after reset (Intel SDM 1, 10.5.1, table 8-1).
struct alignas(16) FpuState {
    u16 control_word = 0x037f; ///< all x87 exceptions masked, 64-bit precision
    u16 status_word = 0;
    u8 tag_word = 0; ///< all empty
    u8 reserved = 0;
    u16 opcode = 0;
    u64 instruction_pointer = 0;
    u64 data_pointer = 0;
    u32 mxcsr = 0x1f80; ///< all SSE exceptions masked
    u32 mxcsr_mask = 0;
    u64 registers[60] = {};

    void save() { asm volatile("fxsave64 %0" : "=m"(*this)); }
    void restore() const { asm volatile("fxrstor64 %0" : : "m"(*this)); }
};

static_assert(sizeof(FpuState) == 512);
static_assert(__builtin_offsetof(FpuState, mxcsr) == 24);

/// Whether the running thread has the FPU in use: `fpu_suspend` must be called before another one
/// runs. One bit of the processor's hazard word, for those who test others with it.
[[gnu::always_inline]] inline bool fpu_hazard(ProcessorArea const& area) {
    return area.hazards & static_cast<u32>(Hazard::fpu_in_use);
}

/// The running thread ceases to run: whoever uses the FPU next has to ask for it.
inline void fpu_suspend(ProcessorArea& area) {
    if (!fpu_hazard(area)) return;
    area.hazards &= ~static_cast<u32>(Hazard::fpu_in_use);
    write_cr0(read_cr0() | static_cast<u64>(Cr0::TS));
}

} // namespace flat::arch
