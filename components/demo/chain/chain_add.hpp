// SPDX-License-Identifier: BSD-2-Clause
// A link of a chain: adds a fixed amount.
#pragma once

#include <demo/chain/chain_add.flat.hpp>

namespace flat::demo::chain {

/// Adds its attribute `amount`.
class ChainAdd : public ChainAddComponent {
public:
    using ChainAddComponent::ChainAddComponent;

    u64 pass(u64 value) override;
};

} // namespace flat::demo::chain
