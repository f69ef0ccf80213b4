// SPDX-License-Identifier: BSD-2-Clause
// The memory of a space's mappings of ports.
#include <api/mapping/space_ports.hpp>

#include <core/assert.hpp>
#include <new>

namespace flat::api {

static_assert(SpacePorts::mappings_max * sizeof(PortMapping) <= domain::page_size);

void SpacePorts::add_frame(void* frame) {
    assert(!frame_);
    frame_ = frame;
    auto* const slots = static_cast<PortMapping*>(frame);
    for (u32 i = 0; i < mappings_max; ++i)
        unused_.push_back(*new (slots + i) PortMapping());
}

void* SpacePorts::take_frame() {
    assert(mappings_.is_empty());
    while (unused_.pop_front()) {
    }
    void* const frame = frame_;
    frame_ = nullptr;
    return frame;
}

PortMapping* SpacePorts::make() {
    PortMapping* const mapping = unused_.pop_front();
    if (mapping) mappings_.push_back(*mapping);
    return mapping;
}

void SpacePorts::dispose(PortMapping& mapping) {
    mappings_.remove(mapping);
    unused_.push_back(mapping);
}

} // namespace flat::api
