// SPDX-License-Identifier: BSD-2-Clause
// Makes domains that take all memory which they may have, and loses nothing by it.
#pragma once

#include <demo/domains/greedy_check.flat.hpp>
#include <flat/domain/domain.hpp>

namespace flat::demo::domains {

/// Panics when a domain gets more than it may have, or not what it may, when frames are lost, or
/// the neighbour's domain notices anything.
class GreedyCheck : public GreedyCheckComponent {
public:
    using GreedyCheckComponent::GreedyCheckComponent;

    void run() override;

private:
    static constexpr u32 at_once = 3;

    void run_glutton();
    void run_greedy();
    void ask_neighbour();

    u64 asked_ = 0;
};

} // namespace flat::demo::domains
