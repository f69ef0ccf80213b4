// SPDX-License-Identifier: BSD-2-Clause
// The controller of keyboard and mouse, by two ports and two lines.
#pragma once

#include <core/utility.hpp>
#include <platform/ps2_controller.flat.hpp>

namespace flat::platform {

/// The 8042 where PCs have it.
class Ps2Controller : public Ps2ControllerComponent, private hal::Trap::BriefHandler, NonCopyable {
public:
    using Ps2ControllerComponent::Ps2ControllerComponent;
    ~Ps2Controller() { ignore(); }

    u8 status() override;
    u8 read() override;
    void write(u8 value) override;
    void command(u8 value) override;
    Result<void, hal::TrapError> listen(Listener& listener) override;
    void ignore() override;

private:
    void handle(u32 vector) override;

    Listener* listener_ = nullptr;
};

} // namespace flat::platform
