// SPDX-License-Identifier: BSD-2-Clause
// Takes all memory that its domain can have, twice, and then perhaps accesses more.
#pragma once

#include <core/utility.hpp>
#include <demo/domains/greedy.flat.hpp>
#include <flat/memory/code_region.hpp>

namespace flat::demo::domains {

/// Panics if it gets less than it should or more than it may have, or another error than that, or
/// the second time another number of pages than the first.
class Greedy : public GreedyComponent, NonCopyable {
public:
    using GreedyComponent::GreedyComponent;

    void run() override;

private:
    static constexpr u32 step_pages = 16;
    static constexpr u32 steps_max = 64;

    u32 take_all();
    u32 take_steps();

    memory::CodeRegion* steps_[steps_max] = {};
};

} // namespace flat::demo::domains
