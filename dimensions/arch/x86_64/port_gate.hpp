// SPDX-License-Identifier: BSD-2-Clause
// Lets user mode use ports, by the permission bitmap of the task state segment (Intel SDM volume 1,
// 18.5.2).
#pragma once

#include <arch/port_gate.flat.hpp>
#include <domain/page.hpp>
#include <x86_64/port_bitmap.hpp>
#include <x86_64/segments.hpp>

namespace flat::arch {

/// Gives the processor a task state segment that has a bitmap. Opening and closing are one word:
/// where the bitmap is, or beyond the segment. Whoever lets another thread run closes the gate, by
/// `close_ports` of <x86_64/processor_area.hpp>.
class PortGate : public PortGateComponent {
public:
    PortGate(Ports const& ports, Attributes const& attributes);

    void clear() override { segment_.bitmap.forbid_all(); }
    void add(u32 first, u32 last) override { segment_.bitmap.permit(first, last); }
    bool holds(u32 first, u32 last) override { return segment_.bitmap.permits(first, last); }
    void open() override;
    void close() override;
    bool is_open() override;

private:
    struct Segment {
        TaskStateSegment state;
        PortBitmap bitmap;
    };

    static_assert(sizeof(Segment) == sizeof(TaskStateSegment) + sizeof(PortBitmap));

    alignas(domain::page_size) Segment segment_;
};

} // namespace flat::arch
