// SPDX-License-Identifier: BSD-2-Clause
// Makes tasks that take all memory which they may have, and loses nothing by it.
#pragma once

#include <core/text.hpp>
#include <flat/domain/domain.hpp>
#include <keeping/hog_check.flat.hpp>

namespace flat::keeping {

/// The tasks are called `hog` and `glutton`. Panics where one gets more than it may have, where
/// another one has less by it, or where pages are lost.
class HogCheck : public HogCheckComponent {
public:
    using HogCheckComponent::HogCheckComponent;

    static constexpr u32 hogs_max = 3;

    void run() override;

private:
    domain::Domain& start(Text name);
    void run_glutton();
    void run_hogs();
    u64 pages_in_use();
};

} // namespace flat::keeping
