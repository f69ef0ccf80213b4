// SPDX-License-Identifier: BSD-2-Clause
// Calls another L4 task, and counts the instructions.
#pragma once

#include <demo/costs/ipc_costs.flat.hpp>

namespace flat::demo::costs {

/// Shows what calls by messages cost that wait for ever, and that wait so long.
class IpcCosts : public IpcCostsComponent {
public:
    using IpcCostsComponent::IpcCostsComponent;

    void run() override;
};

} // namespace flat::demo::costs
