// SPDX-License-Identifier: BSD-2-Clause
// The configuration space of PCI, by two ports.
#include <platform/pci_configuration.hpp>

#include <core/assert.hpp>
#include <x86_64/instructions.hpp>

namespace flat::platform {

namespace {

/// PCI Local Bus 3.0, section 3.2.2.3.2.
enum class Port : u16 { CONFIG_ADDRESS = 0xcf8, CONFIG_DATA = 0xcfc };

constexpr u32 enable = 1u << 31;
constexpr u32 functions = 1u << 16;
constexpr u32 space_bytes = 256;

} // namespace

void PciConfiguration::Window::choose(u32 function, u32 offset) {
    assert(function < functions && offset < space_bytes && offset % sizeof(u32) == 0);
    arch::write_port_u32(u16(Port::CONFIG_ADDRESS), enable | function << 8 | offset);
}

u32 PciConfiguration::read(u32 function, u32 offset) {
    auto const window = window_.lock();
    window->choose(function, offset);
    return arch::read_port_u32(u16(Port::CONFIG_DATA));
}

void PciConfiguration::write(u32 function, u32 offset, u32 value) {
    auto const window = window_.lock();
    window->choose(function, offset);
    arch::write_port_u32(u16(Port::CONFIG_DATA), value);
}

} // namespace flat::platform
