// SPDX-License-Identifier: BSD-2-Clause
// The frame buffer of QEMU's standard VGA.
#pragma once

#include <core/utility.hpp>
#include <driver/framebuffer.flat.hpp>
#include <driver/framebuffer_registers.hpp>

namespace flat::driver {

/// QEMU's device `VGA`, by the DISPI registers of Bochs. It has no interrupts and accesses no
/// memory of ours; what its registers read back is believed as far as its memory goes, which the
/// bus knows.
class Framebuffer : public FramebufferComponent, NonCopyable {
public:
    Framebuffer(Ports const& ports, Attributes const& attributes);
    ~Framebuffer();

    Result<Frame, video::ScreenError> set_mode(u32 width, u32 height) override;
    Frame frame() override { return frame_; }

private:
    Result<void, bus::DeviceError> start();
    u16 get(DispiRegister which) { return device->read16(vga_registers, offset(which)); }
    void set(DispiRegister which, u32 value) {
        device->write16(vga_registers, offset(which), static_cast<u16>(value));
    }
    static u32 offset(DispiRegister which) { return vga_dispi_offset + 2 * u32(which); }

    bus::Device::Memory memory_{};
    Frame frame_{};
};

} // namespace flat::driver
