// SPDX-License-Identifier: BSD-2-Clause
// Takes a component into its domain that needs what another domain offers.
#pragma once

#include <extensible/far_load.flat.hpp>

namespace flat::extensible {

/// Waits for the offer, then loads and unloads; panics where what is loaded calls somebody else.
class FarLoad : public FarLoadComponent {
public:
    using FarLoadComponent::FarLoadComponent;

    void run() override;

private:
    void wait_for_offer();
    void load_once(u64 sum);
};

} // namespace flat::extensible
