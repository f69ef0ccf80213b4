// SPDX-License-Identifier: BSD-2-Clause
// The ports of the processor.
#pragma once

#include <core/utility.hpp>
#include <platform/io_space.flat.hpp>

namespace flat::platform {

/// By the instructions IN and OUT.
class IoSpace : public IoSpaceComponent, NonCopyable {
public:
    using IoSpaceComponent::IoSpaceComponent;

    u8 read8(u16 port) override;
    u16 read16(u16 port) override;
    u32 read32(u16 port) override;
    void write8(u16 port, u8 value) override;
    void write16(u16 port, u16 value) override;
    void write32(u16 port, u32 value) override;
};

} // namespace flat::platform
