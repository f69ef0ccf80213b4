// SPDX-License-Identifier: BSD-2-Clause
// What the first serial port receives, by interrupts.
#pragma once

#include <core/containers/byte_ring.hpp>
#include <core/guarded.hpp>
#include <core/utility.hpp>
#include <platform/console_input.flat.hpp>

namespace flat::platform {

/// COM1, which `Console` configures: both are there, or the boot loader's settings hold. Bytes go
/// from the port to a ring as they come.
class ConsoleInput : public ConsoleInputComponent, private hal::Trap::BriefHandler, NonCopyable {
public:
    using ConsoleInputComponent::ConsoleInputComponent;
    ~ConsoleInput();

    u32 read(Span<u8> destination) override;
    Result<void, hal::TrapError> listen(Listener& listener) override;

private:
    static constexpr u32 capacity = 1024;

    void handle(u32 vector) override;

    Guarded<OwnByteRing<capacity>> ring_;
    Listener* listener_ = nullptr;
};

} // namespace flat::platform
