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
    auto const ring = ring_.lock();
    u32 count = 0;
    for (; count < destination.size() && ring->size > 0; ++count, --ring->size) {
        destination[count] = ring->bytes[ring->begin];
        ring->begin = (ring->begin + 1) % capacity;
    }
    return count;
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
            if (ring->size < capacity) ring->bytes[(ring->begin + ring->size++) % capacity] = byte;
        }
    }
    interrupts->acknowledge(serial_line);
    listener_->arrived();
}

} // namespace flat::platform
