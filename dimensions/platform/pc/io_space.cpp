// SPDX-License-Identifier: BSD-2-Clause
// The ports of the processor.
#include <platform/io_space.hpp>

#include <x86_64/instructions.hpp>

namespace flat::platform {

u8 IoSpace::read8(u16 port) {
    return arch::read_port_u8(port);
}

u16 IoSpace::read16(u16 port) {
    return arch::read_port_u16(port);
}

u32 IoSpace::read32(u16 port) {
    return arch::read_port_u32(port);
}

void IoSpace::write8(u16 port, u8 value) {
    arch::write_port_u8(port, value);
}

void IoSpace::write16(u16 port, u16 value) {
    arch::write_port_u16(port, value);
}

void IoSpace::write32(u16 port, u32 value) {
    arch::write_port_u32(port, value);
}

} // namespace flat::platform
