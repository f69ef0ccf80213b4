// SPDX-License-Identifier: BSD-2-Clause
// The standard output as console.
#pragma once

#include <platform/console.flat.hpp>

namespace flat::platform {

/// Writes to the standard output, unbuffered.
class Console : public ConsoleComponent {
public:
    using ConsoleComponent::ConsoleComponent;

    void write(Span<u8 const> bytes) override;
};

} // namespace flat::platform
