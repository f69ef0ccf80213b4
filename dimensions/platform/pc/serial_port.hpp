// SPDX-License-Identifier: BSD-2-Clause
// A 16550 serial port (National Semiconductor PC16550D data sheet, section 8).
#pragma once

#include <core/types.hpp>
#include <x86_64/instructions.hpp>

namespace flat::platform {

/// One port by the base of its eight registers. It has no state here: any number may be made.
class SerialPort {
public:
    /// COM1 of a PC.
    static constexpr u16 first = 0x3f8;

    explicit constexpr SerialPort(u16 base) : base_(base) {}

    /// 115200 baud, 8 bits, no parity, 1 stop bit, FIFOs on, no interrupts.
    void configure() const {
        write(Register::IER, 0);
        write(Register::LCR, divisor_latch_access);
        write(Register::DLL, 1);
        write(Register::DLM, 0);
        write(Register::LCR, eight_bits);
        write(Register::FCR, enable_and_clear_fifos);
        write(Register::MCR, terminal_ready_and_request_to_send);
    }

    /// Sends a byte as soon as the transmitter has room for it.
    void put(u8 byte) const {
        while (!(arch::read_port_u8(port(Register::LSR)) & transmitter_empty))
            arch::relax();
        write(Register::THR, byte);
    }

    /// Whether a byte has come that nobody has taken.
    bool has_received() const { return arch::read_port_u8(port(Register::LSR)) & receiver_full; }

    /// Takes the byte that has come first.
    u8 take() const { return arch::read_port_u8(port(Register::RBR)); }

    /// Has the port's line interrupt when bytes have come.
    void enable_receiver_interrupt() const {
        write(Register::MCR, terminal_ready_and_request_to_send | interrupt_gate);
        write(Register::IER, receiver_interrupt);
    }

    /// Has the port's line interrupt when the transmitter has room, which is at once if it is
    /// empty.
    void enable_transmitter_interrupt(bool is_enabled) const {
        write(Register::MCR, terminal_ready_and_request_to_send | interrupt_gate);
        write(Register::IER, is_enabled ? transmitter_interrupt : 0);
    }

private:
    enum class Register : u16 {
        RBR = 0,
        THR = 0,
        DLL = 0,
        DLM = 1,
        IER = 1,
        FCR = 2,
        LCR = 3,
        MCR = 4,
        LSR = 5,
    };

    static constexpr u8 divisor_latch_access = 0x80;
    static constexpr u8 eight_bits = 0x03;
    static constexpr u8 enable_and_clear_fifos = 0x07;
    static constexpr u8 terminal_ready_and_request_to_send = 0x03;
    static constexpr u8 interrupt_gate = 0x08; // OUT2, on PCs
    static constexpr u8 receiver_interrupt = 0x01;
    static constexpr u8 transmitter_interrupt = 0x02;
    static constexpr u8 receiver_full = 0x01;
    static constexpr u8 transmitter_empty = 0x20;

    u16 port(Register which) const { return static_cast<u16>(base_ + static_cast<u16>(which)); }
    void write(Register which, u8 value) const { arch::write_port_u8(port(which), value); }

    u16 base_;
};

} // namespace flat::platform
