// SPDX-License-Identifier: BSD-2-Clause
// Has its callers wait for what never comes.
#pragma once

#include <partners/sleeper.flat.hpp>

namespace flat::partners {

/// Nobody ever notifies its address.
class Sleeper : public SleeperComponent {
public:
    using SleeperComponent::SleeperComponent;

    void sleep() override;
};

} // namespace flat::partners
