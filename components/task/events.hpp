// SPDX-License-Identifier: BSD-2-Clause
// Waiting in an L4 task, which has one thread: for interrupts, and for time to pass.
#pragma once

#include <core/utility.hpp>
#include <task/events.flat.hpp>

namespace flat::task {

/// While the thread waits, the task's interrupt line and its timer call their handlers, in this
/// thread; at other times nothing does. Ticks that were due while nobody waited do not come later:
/// alarms become late by that, never early. There are no other threads, and none can be made.
class Events : public EventsComponent, NonCopyable {
public:
    using EventsComponent::EventsComponent;

    Result<Top*, core::BindingError> bind(core::Name& name, Span<u8 const> hint) override;
    Result<core::AbstractResource*, core::BindingError> create(Span<u8 const> hint) override;
    void yield() override;
    void exit() override;
    u64 running() override { return 1; }
    u64 ticket() override { return notifications_; }
    bool wait(u64 condition, u64 ticket) override;
    void notify(u64) override { ++notifications_; }
    void notify_all(u64) override { ++notifications_; }

    u64 now_ns() override;
    void start(u64 period_ns, hal::Timer::Tick& tick) override;
    void stop() override { tick_ = nullptr; }

private:
    /// Until the next tick; the largest number without a timer.
    u64 left_us() const;
    void tick_if_due();

    hal::Timer::Tick* tick_ = nullptr;
    u64 period_us_ = 0;
    u64 next_tick_us_ = 0;
    u64 notifications_ = 0;
};

} // namespace flat::task
