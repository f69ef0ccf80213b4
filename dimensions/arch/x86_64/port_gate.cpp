// SPDX-License-Identifier: BSD-2-Clause
// Lets user mode use ports, by the permission bitmap of the task state segment.
#include <arch/port_gate.hpp>

#include <x86_64/processor_area.hpp>

namespace flat::arch {

PortGate::PortGate(Ports const& ports, Attributes const& attributes)
    : PortGateComponent(ports, attributes) {
    ProcessorArea& area = processor_area();
    segment_.state = area.task_state;
    area.use_task_state(segment_.state, sizeof segment_);
    close();
}

void PortGate::open() {
    processor_area().hazards |= u32(Hazard::ports_open);
    segment_.state.port_bitmap_offset = __builtin_offsetof(Segment, bitmap);
}

void PortGate::close() {
    close_ports(processor_area());
}

bool PortGate::is_open() {
    return processor_area().hazards & u32(Hazard::ports_open);
}

} // namespace flat::arch
