// SPDX-License-Identifier: BSD-2-Clause
// Adds up what passes, whoever calls at the same time.
#pragma once

#include <core/atomic.hpp>
#include <core/utility.hpp>
#include <demo/chain/counting_stage.flat.hpp>

namespace flat::demo::chain {

/// The last stage of a chain; a value becomes the sum of all so far.
class CountingStage : public CountingStageComponent, NonCopyable {
public:
    using CountingStageComponent::CountingStageComponent;

    u64 pass(u64 value) override;

private:
    Atomic<u64> sum_ = 0;
};

} // namespace flat::demo::chain
