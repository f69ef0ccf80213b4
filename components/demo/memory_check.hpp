// SPDX-License-Identifier: BSD-2-Clause
// Uses every kind of memory once, on the machine itself, and names and binding as well.
#pragma once

#include <core/text.hpp>
#include <demo/memory_check.flat.hpp>

namespace flat::demo {

/// Says what works, line by line; what does not panics. Whether a mapping ends when it is unmapped
/// is up to the address space: a flat one maps everything always.
class MemoryCheck : public MemoryCheckComponent {
public:
    using MemoryCheckComponent::MemoryCheckComponent;

    void run() override;

private:
    void check_frames();
    void check_quotas();
    void check_objects();
    void check_allocator();
    void check_mapping();
    void check_names();
    void say(Text text);
};

} // namespace flat::demo
