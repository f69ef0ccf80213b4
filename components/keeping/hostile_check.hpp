// SPDX-License-Identifier: BSD-2-Clause
// Makes a hostile task again and again, and others beside it that notice nothing.
#pragma once

#include <core/text.hpp>
#include <flat/domain/domain.hpp>
#include <keeping/hostile_check.flat.hpp>

namespace flat::keeping {

/// The tasks are called `hostile` and `honest`. Panics where the honest one loses something, or
/// pages are lost.
class HostileCheck : public HostileCheckComponent {
public:
    using HostileCheckComponent::HostileCheckComponent;

    void run() override;

private:
    void run_round(u64 round);
    domain::Domain& start(Text name);
    u64 pages_in_use();
};

} // namespace flat::keeping
