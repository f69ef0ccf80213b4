// SPDX-License-Identifier: BSD-2-Clause
// The start of a chain: sends a few values through it and says what becomes of them.
#pragma once

#include <demo/chain/chain_start.flat.hpp>

namespace flat::demo::chain {

/// Sends 1, 2, 3… through the chain.
class ChainStart : public ChainStartComponent {
public:
    using ChainStartComponent::ChainStartComponent;

    void run() override;

private:
    u64 through_chain(u64 value);
};

} // namespace flat::demo::chain
