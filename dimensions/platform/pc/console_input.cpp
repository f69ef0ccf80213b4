// SPDX-License-Identifier: BSD-2-Clause
// What the first serial port receives, by interrupts.
#include <platform/console_input.hpp>

#include "serial_port.hpp"

namespace flat::platform {

namespace {

constexpr u32 serial_line = 4; // of the ISA bus
constexpr SerialPort port(SerialPort::first);

} // namespace

ConsoleInput::~ConsoleInput() {
    if (listener_) interrupts->disconnect(serial_line);
}

u32 ConsoleInput::read(Span<u8> destination) {
    return static_cast<u32>(ring_.lock()->take(destination));
}

Result<void, hal::TrapError> ConsoleInput::listen(Listener& listener) {
    TRY(interrupts->connect(serial_line, *this));
    listener_ = &listener;
    port.enable_receiver_interrupt();
    interrupts->unmask(serial_line);
    return {};
}

void ConsoleInput::handle(u32) {
    {
        auto const ring = ring_.lock();
        while (port.has_received()) {
            u8 const byte = port.take();
            ring->give({&byte, 1});
        }
    }
    interrupts->acknowledge(serial_line);
    listener_->arrived();
}

} // namespace flat::platform
