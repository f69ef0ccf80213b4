// SPDX-License-Identifier: BSD-2-Clause
// The first serial port as console.
#pragma once

#include <platform/console.flat.hpp>

namespace flat::platform {

/// COM1 with 115200 baud, 8 bits, no parity. Bytes are sent as they are.
class Console : public ConsoleComponent {
public:
    Console(Ports const& ports, Attributes const& attributes);

    void write(Span<u8 const> bytes) override;
};

} // namespace flat::platform
