// SPDX-License-Identifier: BSD-2-Clause
// Flushes what the processor remembers of an address space when it switches to another one.
#include <arch/flush_on_switch.hpp>

#include "speculation_features.hpp"

namespace flat::arch {

FlushOnSwitch::FlushOnSwitch(Ports const& ports, Attributes const& attributes)
    : FlushOnSwitchComponent(ports, attributes) {
    if (unchecked) return;
    constexpr char const* name = "arch.FlushOnSwitch";
    using enum SpeculationFeature;
    if (predictors) demand_feature(IBRS_IBPB, name, "IBPB, which `predictors` is");
    if (data_cache) demand_feature(L1D_FLUSH, name, "L1D flush, which `data_cache` is");
    if (buffers) demand_feature(MD_CLEAR, name, "VERW that flushes, which `buffers` is");
}

} // namespace flat::arch
