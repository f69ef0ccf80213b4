// SPDX-License-Identifier: BSD-2-Clause
// Two network cards at the ends of one cable: frames both ways, filters, statistics, costs.
#pragma once

#include <core/text.hpp>
#include <core/utility.hpp>
#include <demo/frames/cable_check.flat.hpp>
#include <demo/frames/cable_end.hpp>
#include <flat/hal/timer.hpp>

namespace flat::demo::frames {

/// Writes a line for each statement, and panics at the first one that does not hold.
class CableCheck : public CableCheckComponent, private hal::Timer::Tick, NonCopyable {
public:
    using CableCheckComponent::CableCheckComponent;

    void run() override;

    net::Receiver& at_near() override { return near_end_; }
    net::Receiver& at_far() override { return far_end_; }

private:
    /// A card and what is above it.
    struct Side {
        net::Link& link;
        CableEnd& end;
        Text name;
    };

    /// How frames come from a card.
    enum class Mode { by_interrupts, polled };

    void show(Side const& side);
    void exchange(Side const& from, Side const& to, u32 count, Mode mode);
    void check_filters(Side const& from, Side const& to);
    bool arrives(Side const& from, Side const& to, u64 destination);
    bool is_left_out(Side const& from, Side const& to, u64 destination);
    void check_statistics(Side const& from, Side const& to);
    void expect(bool holds, Text statement);
    void tick() override {}
    void pause();
    template<class Condition>
    bool wait_until(Condition const& condition);

    // cable_costs.cpp
    void measure(Side const& from, Side const& to, u32 number);
    void wait(u64 ns);

    CableEnd near_end_;
    CableEnd far_end_;
    u32 number_ = 0; // of the next frame
};

} // namespace flat::demo::frames
