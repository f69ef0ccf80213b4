// SPDX-License-Identifier: BSD-2-Clause
// Has L4 tasks trade with each other, and sees that nothing is left of them.
#pragma once

#include <flat/domain/domain.hpp>
#include <proxies/task_market.flat.hpp>

namespace flat::proxies {

/// Panics when a page is lost, or what was found is not what was offered.
class TaskMarket : public TaskMarketComponent {
public:
    using TaskMarketComponent::TaskMarketComponent;

    void run() override;

private:
    void trade_once();
    core::AbstractResource& found();
    void use_what_ends(core::AbstractResource& held, domain::Domain& seller);
    domain::Domain& start(Text name);
};

} // namespace flat::proxies
