// SPDX-License-Identifier: BSD-2-Clause
// Runs every domain of the assembly once, whenever it is asked to.
#pragma once

#include <domains/once.flat.hpp>

namespace flat::domains {

/// For a kernel whose entry does something else, and calls this one's.
class Once : public OnceComponent {
public:
    using OnceComponent::OnceComponent;

    /// Returns when the entries of all have returned and the domains are released. Panics if one
    /// has failed, or if memory does not suffice.
    void run() override;
};

} // namespace flat::domains
