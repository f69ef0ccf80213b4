// SPDX-License-Identifier: BSD-2-Clause
// Adds up what passes, whoever calls at the same time.
#include <demo/chain/counting_stage.hpp>

namespace flat::demo::chain {

u64 CountingStage::pass(u64 value) {
    return sum_.fetch_add(value) + value;
}

} // namespace flat::demo::chain
