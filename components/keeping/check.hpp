// SPDX-License-Identifier: BSD-2-Clause
// Calls a domain that is ended and made anew meanwhile, and says what came of it.
#pragma once

#include <flat/demo/tally.hpp>
#include <keeping/check.flat.hpp>

namespace flat::keeping {

/// Panics where an answer is not that of the domain that is there.
class Check : public CheckComponent {
public:
    using CheckComponent::CheckComponent;

    void run() override;

private:
    void call_nobody();
    demo::Tally& borrow();
    void end_in_a_call(demo::Tally& book);
    void call_the_next(demo::Tally& book);
    void hear_of_an_end();
    void have_visits();
};

} // namespace flat::keeping
