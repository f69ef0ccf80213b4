// SPDX-License-Identifier: BSD-2-Clause
// An input device of virtio that is not there, and does what a test wants, right or wrong.
#pragma once

#include <driver/virtio/testing.hpp>
#include <driver/virtio_input_device.hpp>

namespace flat::driver::testing {

/// The device's side of Virtual I/O Device 1.1, section 5.8.
class FakeVirtioInput : public FakeVirtio {
public:
    explicit FakeVirtioInput(TestMemory& memory)
        : FakeVirtio(memory, virtio_input_modern, VIRTIO_F_VERSION_1) {}

    /// Tells something, and says that it wrote so many bytes; whether there was room for it.
    bool tell(u16 kind, u16 code, u32 value, u32 bytes = sizeof(VirtioInputEvent)) {
        auto const chain = next(0);
        if (!chain) return false;
        auto const place = descriptor(0, *chain);
        if (!(place.flags & virtq::DESC_F_WRITE)) std::abort();
        VirtioInputEvent const event{kind, code, value};
        std::memcpy(memory_.at(place.address, sizeof event), &event, sizeof event);
        use(0, *chain, bytes);
        return true;
    }
    /// The same, and interrupts.
    void send(u16 kind, u16 code, u32 value) {
        EXPECT_TRUE(tell(kind, code, value));
        interrupt(0);
    }
    using FakeVirtio::interrupt;

private:
    u32 read_own(u32, u32) override { return 0; }
    void notified(u16) override {}
};

} // namespace flat::driver::testing
