// SPDX-License-Identifier: BSD-2-Clause
// The FPU, given to threads that use it, and switched with them from then on (Intel SDM volume
// 3A, 13.4).
#pragma once

#include <arch/fpu.flat.hpp>
#include <flat/hal/trap.hpp>

namespace flat::arch {

struct FpuState;

/// Gives the FPU to the running thread when it raises #NM; see fpu_state.hpp for when it traps.
class Fpu : public FpuComponent, private hal::Trap::Handler {
public:
    Fpu(Ports const& ports, Attributes const& attributes);

    void switch_to(Tcb& thread) override;
    void forget(Tcb& thread) override;

private:
    void handle(u32 vector, RegisterFrame& frame) override;
};

} // namespace flat::arch
