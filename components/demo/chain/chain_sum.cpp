// SPDX-License-Identifier: BSD-2-Clause
// The end of a chain: sums up what arrives.
#include <demo/chain/chain_sum.hpp>

namespace flat::demo::chain {

u64 ChainSum::pass(u64 value) {
    sum_ += value;
    return sum_;
}

} // namespace flat::demo::chain
