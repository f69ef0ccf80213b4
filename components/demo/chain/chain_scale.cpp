// SPDX-License-Identifier: BSD-2-Clause
// A link of a chain: multiplies by a fixed factor.
#include <demo/chain/chain_scale.hpp>

namespace flat::demo::chain {

u64 ChainScale::pass(u64 value) {
    return next->pass(value * factor);
}

} // namespace flat::demo::chain
