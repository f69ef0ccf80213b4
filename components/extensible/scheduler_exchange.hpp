// SPDX-License-Identifier: BSD-2-Clause
// Takes a scheduler from a boot module into the running kernel, and gives it back.
#pragma once

#include <core/atomic.hpp>
#include <core/utility.hpp>
#include <extensible/busy_domains.hpp>
#include <extensible/scheduler_exchange.flat.hpp>
#include <flat/binding/slot.hpp>
#include <flat/service/loaded_component.hpp>
#include <flat/thread/scheduler.hpp>
#include <flat/thread/thread.hpp>

namespace flat::extensible {

/// What `kernels/extensible` does. `threads.scheduler` is bound by `Dynamic(true)`; the boot module
/// `lottery` is a component object that provides a `Scheduler`.
class SchedulerExchange : public SchedulerExchangeComponent, NonCopyable {
public:
    using SchedulerExchangeComponent::SchedulerExchangeComponent;

    void run() override;

private:
    /// A thread that counts how often it runs.
    class Counter : public thread::Thread::Body {
    public:
        void join(SchedulerExchange& exchange) { exchange_ = &exchange; }
        void run() override;
        u64 count() const { return count_.load(); }
        void reset() { count_.store(0); }

    private:
        SchedulerExchange* exchange_ = nullptr;
        Atomic<u64> count_ = 0;
    };

    static constexpr u32 counters = 3;
    static constexpr u8 priorities[counters] = {9, 39, 159};

    void offer(Top& target, InterfaceId type);
    service::LoadedComponent& load();
    void come_and_go();
    void bind_by_name();
    void refuse_what_does_not_fit();
    void refuse_changed(Text what, Span<u8 const> from, Span<u8 const> to);
    void refuse(Text what, Span<u8 const> file, Text names);
    void exchange(binding::Slot& slot, thread::Scheduler& coming);
    binding::Slot& slot();
    void exchange_beside_threads(binding::Slot& slot);
    void exchange_beside_domains(binding::Slot& slot);
    void exchange_often(binding::Slot& slot, u32 count);
    void exchange_once(binding::Slot& slot, BusyDomains const& busy, u32 place);
    thread::Thread& start(thread::Thread::Body& body, u8 priority);
    template<class Condition>
    void yield_until(Condition const& holds);
    void count_shares(Text scheduler);

    Counter counters_[counters];
    thread::Thread* threads_[counters];
    Atomic<bool> has_finished_ = false;
};

} // namespace flat::extensible
