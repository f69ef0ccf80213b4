// SPDX-License-Identifier: BSD-2-Clause
// Flushes what the processor remembers of an address space when it switches to another one.
#pragma once

#include <arch/flush_on_switch.flat.hpp>
#include <x86_64/instructions.hpp>
#include <x86_64/segments.hpp>

namespace flat::arch {

/// Stands before the switch of address spaces, where an assembly binds it so. What it flushes one
/// space cannot find of another: which way branches went (Spectre, variant 2), data in the cache of
/// the first level, and in the buffers of loads and stores (MDS). A kernel that is entered and left
/// without a switch flushes nothing. A processor that cannot do what attributes ask for ends the
/// boot with a message.
class FlushOnSwitch : public FlushOnSwitchComponent {
public:
    FlushOnSwitch(Ports const& ports, Attributes const& attributes);

    void activate(paddr root) override {
        mmu->activate(root);
        if (predictors) write_msr(Msr::IA32_PRED_CMD, indirect_branch_predictor_barrier);
        if (data_cache) write_msr(Msr::IA32_FLUSH_CMD, flush_data_cache);
        if (buffers) asm volatile("verw %0" : : "m"(writable_segment) : "cc", "memory");
    }

    paddr kernel_root() override { return mmu->kernel_root(); }

private:
    static constexpr u64 indirect_branch_predictor_barrier = 1;
    static constexpr u64 flush_data_cache = 1;

    /// VERW flushes with a memory operand only, whatever it says of the segment.
    static constexpr u16 writable_segment = u16(Selector::kernel_data);
};

} // namespace flat::arch
