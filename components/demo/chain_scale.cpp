// SPDX-License-Identifier: BSD-2-Clause
// A link of a chain: multiplies by a fixed factor.
#include <demo/chain_scale.hpp>

namespace flat::demo {

u64 ChainScale::pass(u64 value) {
    return next->pass(value * factor);
}

} // namespace flat::demo
