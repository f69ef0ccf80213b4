// SPDX-License-Identifier: BSD-2-Clause
// Indirect branches of the kernel follow no prediction that user mode has made: enhanced IBRS.
#include <arch/restricted_branches.hpp>

#include <core/panic.hpp>
#include <x86_64/instructions.hpp>

#include "speculation_features.hpp"

namespace flat::arch {

RestrictedBranches::RestrictedBranches(Ports const& ports, Attributes const& attributes)
    : RestrictedBranchesComponent(ports, attributes) {
    constexpr u64 ibrs_all = 1u << 1;
    constexpr u64 ibrs = 1u << 0;
    constexpr char const* name = "arch.RestrictedBranches";
    using enum SpeculationFeature;
    demand_feature(IBRS_IBPB, name, "IBRS");
    bool const is_enhanced =
        has_feature(ARCH_CAPABILITIES) && (read_msr(Msr::IA32_ARCH_CAPABILITIES) & ibrs_all) != 0;
    if (!is_enhanced)
        panic("{}: the IBRS of this processor is not enhanced (IBRS_ALL): use --retpolines", name);
    write_msr(Msr::IA32_SPEC_CTRL, read_msr(Msr::IA32_SPEC_CTRL) | ibrs);
}

} // namespace flat::arch
