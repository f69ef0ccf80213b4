// SPDX-License-Identifier: BSD-2-Clause
// Takes its turn a number of times.
#pragma once

#include <demo/threads/turn_taker.flat.hpp>

namespace flat::demo::threads {

/// A thread that does nothing else.
class TurnTaker : public TurnTakerComponent {
public:
    using TurnTakerComponent::TurnTakerComponent;

    void run() override;
};

} // namespace flat::demo::threads
