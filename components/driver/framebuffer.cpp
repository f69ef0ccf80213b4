// SPDX-License-Identifier: BSD-2-Clause
// The frame buffer of QEMU's standard VGA.
#include <driver/framebuffer.hpp>

#include <core/memory.hpp>
#include <core/say.hpp>

namespace flat::driver {

using bus::DeviceError;
using video::ScreenError;

namespace {

constexpr u32 pixel_bytes = 4;
constexpr u32 side_max = 0xffff; // a register's

} // namespace

Framebuffer::Framebuffer(Ports const& ports, Attributes const& attributes)
    : FramebufferComponent(ports, attributes) {
    auto const outcome = start();
    if (outcome.is_ok()) return;
    bool const is_missing = outcome.error().code == DeviceError::no_such_device;
    say(*log, "framebuffer: {}", is_missing ? "there is no such card" : "the card cannot be used");
    device->release();
    memory_ = {};
}

Framebuffer::~Framebuffer() {
    if (frame_.width != 0) set(DispiRegister::ENABLE, 0);
    device->release();
}

Result<void, DeviceError> Framebuffer::start() {
    TRY(device->claim(vga_vendor, vga_device));
    if (TRY(device->open(vga_registers)) < vga_registers_bytes)
        return DeviceError{DeviceError::no_such_registers};
    memory_ = TRY(device->show(vga_memory));
    u16 const id = get(DispiRegister::ID);
    if (id < dispi_id_first || id > dispi_id_last) return DeviceError{DeviceError::misbehaves};
    return {};
}

/// A size must be set while the device is not enabled, and it enlarges or refuses what it cannot
/// show: so it is asked what it has made of it.
Result<video::Screen::Frame, ScreenError> Framebuffer::set_mode(u32 width, u32 height) {
    if (memory_.bytes == 0) return ScreenError{ScreenError::broken};
    u64 const bytes = u64(width) * height * pixel_bytes;
    if (width == 0 || height == 0 || width > side_max || height > side_max || bytes > memory_.bytes)
        return ScreenError{ScreenError::no_such_mode};
    frame_ = {};
    set(DispiRegister::ENABLE, 0);
    set(DispiRegister::XRES, width);
    set(DispiRegister::YRES, height);
    set(DispiRegister::BPP, 8 * pixel_bytes);
    memset(pointer_to<void>(memory_.base), 0, bytes);
    set(DispiRegister::ENABLE, dispi_enable::ENABLED | dispi_enable::LFB_ENABLED);
    set(DispiRegister::VIRT_WIDTH, width);
    set(DispiRegister::X_OFFSET, 0);
    set(DispiRegister::Y_OFFSET, 0);
    if (get(DispiRegister::XRES) != width || get(DispiRegister::YRES) != height ||
        get(DispiRegister::BPP) != 8 * pixel_bytes || get(DispiRegister::VIRT_WIDTH) != width) {
        set(DispiRegister::ENABLE, 0);
        return ScreenError{ScreenError::no_such_mode};
    }
    device->write8(vga_registers, vga_ports_offset + vga_attribute_port, vga_attribute_show);
    frame_ = {width, height, width * pixel_bytes, memory_.base};
    return frame_;
}

} // namespace flat::driver
