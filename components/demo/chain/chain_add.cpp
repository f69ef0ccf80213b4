// SPDX-License-Identifier: BSD-2-Clause
// A link of a chain: adds a fixed amount.
#include <demo/chain/chain_add.hpp>

namespace flat::demo::chain {

u64 ChainAdd::pass(u64 value) {
    return next->pass(value + amount);
}

} // namespace flat::demo::chain
