// SPDX-License-Identifier: BSD-2-Clause
// Hello: what a kernel does that does nothing else.
#pragma once

#include <boot/hello.flat.hpp>

namespace flat::boot {

/// Says its attribute `greeting` and what the kernel is made of, then powers off.
class Hello : public HelloComponent {
public:
    using HelloComponent::HelloComponent;

    void run() override;
};

} // namespace flat::boot
