// SPDX-License-Identifier: BSD-2-Clause
// Calls a stage for ever, and lets nobody else run but who takes the processor away.
#pragma once

#include <demo/chain/endless.flat.hpp>

namespace flat::demo::chain {

/// Never returns.
class Endless : public EndlessComponent {
public:
    using EndlessComponent::EndlessComponent;

    void run() override;
};

} // namespace flat::demo::chain
