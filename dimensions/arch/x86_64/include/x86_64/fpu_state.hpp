// SPDX-License-Identifier: BSD-2-Clause
// The registers of x87, MMX and SSE, and what a switch of threads has to do with them.
//
// CR0.TS is set while a thread runs that has never used the FPU; its first FPU instruction raises
// #NM, and the component arch.Fpu gives it the FPU. From then on the registers go with the thread,
// at each switch. While TS is set they hold what a reset leaves: what a thread left in them, the
// next one could read by speculation before the trap (CVE-2018-3665).
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
    u64 registers[54] = {};

    // The rest is software's: neither instruction touches it.

    /// Whether the thread has used the FPU.
    u64 is_used = 0;
    u64 reserved_for_software[5] = {};

    void save() { asm volatile("fxsave64 %0" : "=m"(*this)); }
    void restore() const { asm volatile("fxrstor64 %0" : : "m"(*this)); }
};

static_assert(sizeof(FpuState) == 512);
static_assert(__builtin_offsetof(FpuState, mxcsr) == 24);
static_assert(__builtin_offsetof(FpuState, is_used) == 464);

/// What a reset leaves.
inline constinit FpuState const fpu_cleared;

/// Whether the running thread has the FPU: `fpu_switch` must be called before another one runs. One
/// bit of the processor's hazard word, for code that tests others with it.
[[gnu::always_inline]] inline bool fpu_hazard(ProcessorArea const& area) {
    return area.hazards & static_cast<u32>(Hazard::fpu_in_use);
}

/// The thread that has the FPU ceases to run, and the next one does not use it.
inline void fpu_release(ProcessorArea& area) {
    if (!area.fpu_owner) return;
    area.fpu_owner->save();
    fpu_cleared.restore();
    area.fpu_owner = nullptr;
    area.hazards &= ~static_cast<u32>(Hazard::fpu_in_use);
    write_cr0(read_cr0() | static_cast<u64>(Cr0::TS));
}

/// The thread of these registers runs from now on, and has the FPU.
[[gnu::always_inline]] inline void fpu_acquire(ProcessorArea& area, FpuState& next) {
    if (area.fpu_owner)
        area.fpu_owner->save();
    else
        asm volatile("clts");
    next.restore();
    area.fpu_owner = &next;
    area.hazards |= static_cast<u32>(Hazard::fpu_in_use);
}

/// The thread of these registers runs from now on. Costs next to nothing unless it or the one
/// before has used the FPU.
[[gnu::always_inline]] inline void fpu_switch(ProcessorArea& area, FpuState& next) {
    if (area.fpu_owner == &next) return;
    if (next.is_used) return fpu_acquire(area, next);
    fpu_release(area);
}

} // namespace flat::arch
