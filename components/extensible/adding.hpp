// SPDX-License-Identifier: BSD-2-Clause
// Adds to a sum that is kept elsewhere: it is made to be loaded.
#pragma once

#include <core/utility.hpp>
#include <extensible/adding.flat.hpp>

namespace flat::extensible {

/// Passes on the sum, or 0 where nobody has it any more.
class Adding : public AddingComponent, NonCopyable {
public:
    using AddingComponent::AddingComponent;

    u64 pass(u64 value) override;
};

} // namespace flat::extensible
