// SPDX-License-Identifier: BSD-2-Clause
// What a serial port receives, by the port's interrupts.
#include <driver/serial/receiver.hpp>

namespace flat::driver::serial {

namespace {

/// QEMU's card with one port (its docs/specs/pci-serial); what is granted by its ports has none.
constexpr u16 serial_vendor = 0x1b36;
constexpr u16 serial_device = 0x0002;

} // namespace

Receiver::~Receiver() {
    if (!listener_) return;
    set(UartRegister::IER, 0);
    device->release();
}

u32 Receiver::read(Span<u8> destination) {
    return static_cast<u32>(ring_.lock()->take(destination));
}

Result<void, hal::TrapError> Receiver::listen(Listener& listener) {
    using hal::TrapError;
    if (device->claim(serial_vendor, serial_device).is_error()) return TrapError{TrapError::taken};
    bus::Interrupt& self = *this;
    listener_ = &listener;
    auto const registers = device->open(0);
    bool const has_all = registers.is_ok() && registers.value() >= uart_registers;
    if (!has_all || device->connect_line(self).is_error()) {
        listener_ = nullptr;
        device->release();
        return TrapError{TrapError::no_such_vector};
    }
    set(UartRegister::MCR, uart_terminal_ready_and_request_to_send | uart_interrupt_gate);
    set(UartRegister::IER, uart_receiver_interrupt);
    return {};
}

/// A port that has bytes for ever, as one that is not there, is left for the time being. Interrupts
/// that are off for a moment give a line that reacts to edges one for what is left.
void Receiver::interrupted(u32) {
    if (!take_what_is_there()) {
        set(UartRegister::IER, 0);
        set(UartRegister::IER, uart_receiver_interrupt);
    }
    listener_->arrived();
}

/// Whether that was all.
bool Receiver::take_what_is_there() {
    auto const ring = ring_.lock();
    for (u32 i = 0; i < capacity; ++i) {
        if (!(get(UartRegister::LSR) & uart_receiver_full)) return true;
        u8 const byte = get(UartRegister::RBR);
        ring->give({&byte, 1});
    }
    return false;
}

} // namespace flat::driver::serial
