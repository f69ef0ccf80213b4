// SPDX-License-Identifier: BSD-2-Clause
// What a processor says of its means against speculation.
#include "speculation_features.hpp"

#include <core/panic.hpp>
#include <x86_64/instructions.hpp>

namespace flat::arch {

bool has_feature(SpeculationFeature feature) {
    return cpuid(0).eax >= 7 && (cpuid(7).edx & u32(feature)) != 0;
}

void demand_feature(SpeculationFeature feature, char const* component, char const* what) {
    if (has_feature(feature)) return;
    panic("{}: this processor has no {} (CPUID leaf 7, EDX & {x}): leave it out of the assembly",
          component, what, u32(feature));
}

} // namespace flat::arch
