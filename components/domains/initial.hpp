// SPDX-License-Identifier: BSD-2-Clause
// Starts every domain of the assembly once, and ends with the last of them.
#pragma once

#include <domains/initial.flat.hpp>

namespace flat::domains {

/// The entry of a kernel that is there for its domains.
class Initial : public InitialComponent {
public:
    using InitialComponent::InitialComponent;

    /// Ends with the first status that is not 0, if there is one. Panics if memory does not suffice
    /// for the domains that the assembly has.
    void run() override;
};

} // namespace flat::domains
