// SPDX-License-Identifier: BSD-2-Clause
// The first serial port as console.
#include <platform/console.hpp>

#include "serial_port.hpp"

namespace flat::platform {

Console::Console(Ports const& ports, Attributes const& attributes)
    : ConsoleComponent(ports, attributes) {
    SerialPort(SerialPort::first).configure();
}

void Console::write(Span<u8 const> bytes) {
    SerialPort const port(SerialPort::first);
    for (u8 const byte : bytes)
        port.put(byte);
}

} // namespace flat::platform
