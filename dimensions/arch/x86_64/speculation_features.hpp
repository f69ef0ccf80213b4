// SPDX-License-Identifier: BSD-2-Clause
// What a processor says of its means against speculation (Intel SDM volume 2A, CPUID, leaf 7).
#pragma once

#include <core/types.hpp>

namespace flat::arch {

/// Bits of EDX of leaf 7.
enum class SpeculationFeature : u32 {
    MD_CLEAR = 1u << 10,          ///< VERW flushes buffers
    IBRS_IBPB = 1u << 26,         ///< IA32_SPEC_CTRL.IBRS and IA32_PRED_CMD
    L1D_FLUSH = 1u << 28,         ///< IA32_FLUSH_CMD
    ARCH_CAPABILITIES = 1u << 29, ///< IA32_ARCH_CAPABILITIES
};

/// Whether the processor has it; none if it knows no leaf 7.
bool has_feature(SpeculationFeature feature);

/// Ends the boot unless the processor has it: `component` wants `what` of it.
void demand_feature(SpeculationFeature feature, char const* component, char const* what);

} // namespace flat::arch
