// SPDX-License-Identifier: BSD-2-Clause
// Has the clients run, those of the kernel first.
#pragma once

#include <equal/driver.flat.hpp>

namespace flat::equal {

/// The entry of the domain in which it is.
class Driver : public DriverComponent {
public:
    using DriverComponent::DriverComponent;

    void run() override;
};

} // namespace flat::equal
