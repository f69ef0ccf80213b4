// SPDX-License-Identifier: BSD-2-Clause
// Shows pictures of several sizes and looks at them; then says which keys are pressed and how
// the mouse is moved.
#pragma once

#include <core/text.hpp>
#include <demo/screen_check.flat.hpp>
#include <flat/hal/timer.hpp>

namespace flat::demo {

/// Writes a line for each picture, each key, and each movement or button of the mouse; Escape ends
/// it.
class ScreenCheck : public ScreenCheckComponent, private hal::Timer::Tick {
public:
    using ScreenCheckComponent::ScreenCheckComponent;

    void run() override;

private:
    void show(u32 width, u32 height);
    void say_keys();
    void say_motion();
    void tick() override {}

    i32 right_ = 0;
    i32 down_ = 0;
    u32 buttons_ = 0;
};

} // namespace flat::demo
