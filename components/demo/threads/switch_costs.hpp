// SPDX-License-Identifier: BSD-2-Clause
// Two threads that yield to each other, and what a switch between them costs.
#pragma once

#include <core/measure/probe.hpp>
#include <core/utility.hpp>
#include <demo/threads/switch_costs.flat.hpp>
#include <flat/thread/thread.hpp>

namespace flat::demo::threads {

/// Counts from the call of `yield` in one thread to its return in the other one, the scheduler's
/// choice included, and traps with handlers that do nothing (THINK, tables 1 and 2).
class SwitchCosts : public SwitchCostsComponent,
                    private hal::Trap::Handler,
                    private hal::Trap::BriefHandler,
                    NonCopyable {
public:
    using SwitchCostsComponent::SwitchCostsComponent;

    void run() override;

private:
    /// The one that yields first; the other one is the boot thread.
    class Partner : public thread::Thread::Body {
    public:
        void join_costs(SwitchCosts& costs) { costs_ = &costs; }
        void run() override;

    private:
        SwitchCosts* costs_ = nullptr;
    };

    static constexpr u32 rounds = 4;

    void handle(u32, RegisterFrame&) override {}
    void handle(u32) override {}
    void count_traps();
    void count_trap(Text what);
    void tell(Text what);

    Partner partner_;
    ProbeRecord before_;
    ProbeRecord after_;
};

} // namespace flat::demo::threads
