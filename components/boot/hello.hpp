// SPDX-License-Identifier: BSD-2-Clause
// Hello: what a kernel does that does nothing else.
#pragma once

#include <boot/hello.flat.hpp>

namespace flat::boot {

/// Writes one line, its attribute `greeting`, to the console.
class Hello : public HelloComponent {
public:
    using HelloComponent::HelloComponent;

    void run() override;
};

} // namespace flat::boot
