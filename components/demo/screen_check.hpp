// SPDX-License-Identifier: BSD-2-Clause
// Shows pictures of several sizes and looks at them; then says which keys are pressed.
#pragma once

#include <core/text.hpp>
#include <demo/screen_check.flat.hpp>
#include <flat/hal/timer.hpp>

namespace flat::demo {

/// Writes a line for each picture and each key; Escape ends it.
class ScreenCheck : public ScreenCheckComponent, private hal::Timer::Tick {
public:
    using ScreenCheckComponent::ScreenCheckComponent;

    void run() override;

private:
    void show(u32 width, u32 height);
    void say_keys();
    void tick() override {}
};

} // namespace flat::demo
