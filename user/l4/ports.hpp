// SPDX-License-Identifier: BSD-2-Clause
// Ports of the PC, for programs that have been given some (reference manual, appendix on AMD64).
#pragma once

#include <l4/abi/io_fpage.hpp>
#include <l4/sigma0.hpp>

namespace l4 {

inline u8 read_port(u16 port) {
    u8 value;
    asm volatile("inb %1, %0" : "=a"(value) : "Nd"(port));
    return value;
}

inline void write_port(u16 port, u8 value) {
    asm volatile("outb %0, %1" : : "a"(value), "Nd"(port));
}

/// Makes a message that lets its receiver have these ports, as far as the caller has them.
inline void write_ports(IoFpage ports) {
    write_mapping(MapItem(ports.fpage(), 0));
}

/// Asks sigma0 for ports, which gives them to the root task only. Returns whether they were given.
inline bool request_ports(IoFpage ports) {
    auto const given = request_memory(ports.fpage());
    return given.is_ok() && IoFpage::is(given.value());
}

} // namespace l4
