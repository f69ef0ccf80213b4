// SPDX-License-Identifier: BSD-2-Clause
// A standard VGA that is not there, and does what a test wants, right or wrong.
#pragma once

#include <driver/framebuffer_registers.hpp>
#include <driver/testing.hpp>

namespace flat::driver::testing {

/// The card's side of the DISPI interface.
class FakeVga : public TestDevice {
public:
    FakeVga() : TestDevice(vga_vendor, vga_device), memory(1024 * 768, 0x11111111) {}

    Result<u64, bus::DeviceError> open(u32 region) override {
        if (region != vga_registers) return bus::DeviceError{bus::DeviceError::no_such_registers};
        return shown_bytes;
    }
    Result<Memory, bus::DeviceError> show(u32 region) override {
        if (region != vga_memory || !has_memory)
            return bus::DeviceError{bus::DeviceError::no_such_registers};
        return Memory{address_of(memory.data()), memory.size() * sizeof(u32)};
    }

    u16& at(DispiRegister which) { return registers_[u32(which)]; }

    std::vector<u32> memory;
    u64 shown_bytes = vga_registers_bytes;
    u16 id = 0xb0c5;
    u16 width_step = 1; ///< What it rounds widths up to.
    bool has_memory = true;
    bool is_shown = false;

private:
    u32 read(u32, u32 offset, u32) override {
        u32 const which = (offset - vga_dispi_offset) / 2;
        return which == u32(DispiRegister::ID) ? id : registers_[which];
    }
    void write(u32, u32 offset, u32 value, u32) override {
        if (offset == vga_ports_offset) is_shown = value & vga_attribute_show;
        if (offset < vga_dispi_offset) return;
        auto const which = static_cast<DispiRegister>((offset - vga_dispi_offset) / 2);
        bool const is_size = which == DispiRegister::XRES || which == DispiRegister::YRES ||
                             which == DispiRegister::BPP;
        if (is_size && at(DispiRegister::ENABLE) & dispi_enable::ENABLED) return;
        if (which == DispiRegister::XRES)
            value = (value + width_step - 1) / width_step * width_step;
        at(which) = u16(value);
    }

    std::map<u32, u16> registers_;
};

} // namespace flat::driver::testing
