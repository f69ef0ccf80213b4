// SPDX-License-Identifier: BSD-2-Clause
// The keyboard's controller, by two ports and a line.
#include <platform/ps2_controller.hpp>

#include <x86_64/instructions.hpp>

namespace flat::platform {

namespace {

/// Reading the second one shows the status, writing gives a command.
enum class Ps2Port : u16 { DATA = 0x60, STATUS_AND_COMMAND = 0x64 };

constexpr u32 keyboard_line = 1; // of the ISA bus

} // namespace

u8 Ps2Controller::status() {
    return arch::read_port_u8(u16(Ps2Port::STATUS_AND_COMMAND));
}

u8 Ps2Controller::read() {
    return arch::read_port_u8(u16(Ps2Port::DATA));
}

void Ps2Controller::write(u8 value) {
    arch::write_port_u8(u16(Ps2Port::DATA), value);
}

void Ps2Controller::command(u8 value) {
    arch::write_port_u8(u16(Ps2Port::STATUS_AND_COMMAND), value);
}

Result<void, hal::TrapError> Ps2Controller::listen(Listener& listener) {
    TRY(interrupts->connect(keyboard_line, *this));
    listener_ = &listener;
    interrupts->unmask(keyboard_line);
    return {};
}

void Ps2Controller::ignore() {
    if (!listener_) return;
    interrupts->disconnect(keyboard_line);
    listener_ = nullptr;
}

void Ps2Controller::handle(u32) {
    listener_->arrived();
    interrupts->acknowledge(keyboard_line);
}

} // namespace flat::platform
