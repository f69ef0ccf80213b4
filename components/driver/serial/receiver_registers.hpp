// SPDX-License-Identifier: BSD-2-Clause
// What a receiver needs of a 16550 (National Semiconductor PC16550D data sheet, section 8).
#pragma once

#include <core/types.hpp>

namespace flat::driver::serial {

/// The registers, by their place; they are 8 bits each.
enum class UartRegister : u32 {
    RBR = 0,
    IER = 1,
    MCR = 4,
    LSR = 5,
};

inline constexpr u32 uart_registers = 8;

inline constexpr u8 uart_receiver_interrupt = 0x01;                 // of IER
inline constexpr u8 uart_terminal_ready_and_request_to_send = 0x03; // of MCR
inline constexpr u8 uart_interrupt_gate = 0x08;                     // of MCR: OUT2, on PCs
inline constexpr u8 uart_receiver_full = 0x01;                      // of LSR

} // namespace flat::driver::serial
