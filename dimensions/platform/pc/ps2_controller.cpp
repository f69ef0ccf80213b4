// SPDX-License-Identifier: BSD-2-Clause
// The controller of keyboard and mouse, by two ports and two lines.
#include <platform/ps2_controller.hpp>
#include <platform/vectors.hpp>

#include <x86_64/instructions.hpp>

namespace flat::platform {

namespace {

/// Reading the second one shows the status, writing gives a command.
enum class Ps2Port : u16 { DATA = 0x60, STATUS_AND_COMMAND = 0x64 };

constexpr u32 lines[] = {1, 12}; // of the ISA bus: of the keyboard, and of the mouse

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
    for (u32 const line : lines) {
        auto const outcome = interrupts->connect(line, *this);
        if (outcome.is_ok()) continue;
        if (line != lines[0]) interrupts->disconnect(lines[0]);
        return outcome;
    }
    listener_ = &listener;
    for (u32 const line : lines)
        interrupts->unmask(line);
    return {};
}

void Ps2Controller::ignore() {
    if (!listener_) return;
    for (u32 const line : lines)
        interrupts->disconnect(line);
    listener_ = nullptr;
}

void Ps2Controller::handle(u32 vector) {
    listener_->arrived();
    interrupts->acknowledge(vector - first_line_vector);
}

} // namespace flat::platform
