// SPDX-License-Identifier: BSD-2-Clause
// libFuzzer target: whatever two input devices of virtio tell, and whichever places of their queues
// they say that they have used, each key goes down and up in turn, and in the end all memory is
// free.
#include "input_checks.hpp"

#include <driver/virtio_input.hpp>
#include <driver/virtio_input/testing.hpp>
#include <log/testing.hpp>

#include <cstdint>
#include <cstring>

using namespace flat;

namespace {

using driver::testing::FakeVirtioInput;
using driver::testing::TestMemory;

class Input final : public driver::VirtioInput {
public:
    using VirtioInput::VirtioInput;
};

/// What a device does next.
struct Step {
    u8 kind;
    u8 of_event;
    u16 code;
    u32 value;
};

void act(FakeVirtioInput& device, Step const& step) {
    if (!device.works()) return;
    switch (step.kind >> 1 & 7) {
    case 0:
        device.use(0, step.value, step.code);
        break;
    case 1:
        device.jump(0, step.code);
        break;
    case 2:
        (void)device.tell(step.of_event, step.code, step.value, step.kind >> 4);
        break;
    default:
        (void)device.tell(step.of_event, step.code, step.value);
    }
    device.interrupt(0);
}

void run(std::uint8_t const* data, std::size_t size, TestMemory& memory) {
    FakeVirtioInput first(memory);
    FakeVirtioInput second(memory);
    log::testing::FakeLog log;
    Input input({.device = first, .other = second, .memory = memory, .log = log}, {});
    input::KeyBalance keys;
    for (Step step{}; size >= sizeof step; data += sizeof step, size -= sizeof step) {
        std::memcpy(&step, data, sizeof step);
        act(step.kind & 1 ? second : first, step);
        if (step.kind & 0x80) keys.take_all(input);
        if (step.kind & 0x40) input::take_motion(input);
    }
    first.jump(0, 1000); // a loss
    first.interrupt(0);
    keys.take_all(input);
    if (first.works()) keys.expect_all_up();
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
    TestMemory memory;
    run(data, size, memory);
    if (memory.count() != 0) std::abort();
    return 0;
}
