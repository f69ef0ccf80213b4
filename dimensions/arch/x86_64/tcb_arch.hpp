// SPDX-License-Identifier: BSD-2-Clause
// The architecture's share of a thread control block: its registers.
#pragma once

#include <machine/register_frame.hpp>
#include <machine/tcb_base.hpp>
#include <x86_64/fpu_state.hpp>

namespace flat::arch {

/// The context of the thread while it does not run, of a user thread also while the kernel works
/// for it: traps put their registers here.
class TcbArch : public virtual machine::TcbBase {
public:
    RegisterFrame& frame() override { return frame_; }

    /// Where the frame lies in a complete thread control block, for assembly.
    template<class Complete>
    static constexpr usize frame_offset_in() {
        return __builtin_offsetof(Complete, frame_);
    }

    /// The thread's FPU registers while it does not own the FPU.
    FpuState& fpu_state() { return fpu_state_; }

private:
    RegisterFrame frame_;
    FpuState fpu_state_;
};

} // namespace flat::arch
