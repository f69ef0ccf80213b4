// SPDX-License-Identifier: BSD-2-Clause
// Threads for tests of schedulers; for tests of threads, what they require.
#pragma once

#include <flat/hal/timer.hpp>
#include <flat/hal/trap.hpp>
#include <flat/memory/objects.hpp>
#include <flat/thread/scheduler.hpp>
#include <flat/thread/switching.hpp>
#include <flat/thread/thread.hpp>
#include <flat/thread/time_slices.hpp>
#include <object/tcb.hpp>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <functional>

namespace flat::thread::testing {

/// A thread of some priority that is runnable until a test blocks it.
class TestThread : public Tcb {
public:
    explicit TestThread(u8 priority = 100) {
        set_priority(priority);
        unblock();
    }
    void block() { set_state(api::ThreadState::waiting); }
    void unblock() { set_state(api::ThreadState::runnable); }
};

/// The most urgent first, and the first come among equals; every tick ends a slice.
class FakeScheduler : public Scheduler {
public:
    void ready(Tcb& thread) override {
        if (std::find(queue.begin(), queue.end(), &thread) == queue.end()) queue.push_back(&thread);
    }
    void remove(Tcb& thread) override { std::erase(queue, &thread); }
    Tcb* next() override {
        std::erase_if(queue, [](Tcb* each) { return !each->is_runnable(); });
        auto const more_urgent = [](Tcb* a, Tcb* b) { return a->priority() < b->priority(); };
        auto const found = std::max_element(queue.begin(), queue.end(), more_urgent);
        return found == queue.end() ? nullptr : *found;
    }
    void yield(Tcb& thread) override {
        remove(thread);
        ready(thread);
    }
    bool tick(Tcb& running) override {
        ++ticks;
        yield(running);
        return next() != &running;
    }
    bool preempts(Tcb& candidate, Tcb& running) override {
        return !running.is_runnable() || candidate.priority() > running.priority();
    }

    std::deque<Tcb*> queue;
    u32 ticks = 0;
};

/// Ticks when a test says so.
class FakeTimer : public hal::Timer {
public:
    u64 now_ns() override { return 0; }
    void start(u64 period_ns, Tick& tick) override {
        this->period_ns = period_ns;
        this->tick = &tick;
    }
    void stop() override { tick = nullptr; }

    u64 period_ns = 0;
    Tick* tick = nullptr;
};

/// Notes the threads of its calls.
class FakeSwitching : public Switching {
public:
    void switched(Tcb& next) override { told.push_back(&next); }
    void preemption_is_due() override { ++due; }
    bool gives_up() override { return is_giving_up; }
    void ticked(u32 elapsed_us) override { passed_us += elapsed_us; }

    u32 passed_us = 0;
    u32 due = 0;
    bool is_giving_up = false;
    std::deque<Tcb*> told;
};

/// Notes the length of the slice that was asked for last.
class FakeSlices : public TimeSlices {
public:
    void set_slice(Tcb&, u32 ticks) override { asked = ticks; }
    u32 ticks_left(Tcb&) override { return asked; }

    u32 asked = 0;
};

/// The host's allocator.
class FakeObjects : public memory::Objects {
public:
    Result<vaddr, memory::MemoryError> allocate(usize bytes) override {
        if (left == 0) return memory::MemoryError{memory::MemoryError::Code::out_of_memory};
        --left;
        void* const place = aligned_alloc(64, (bytes + 63) / 64 * 64);
        memset(place, 0, bytes);
        ++count;
        return address_of(place);
    }
    void free(vaddr address, usize) override {
        ::free(pointer_to<void>(address));
        --count;
    }

    int count = 0;
    int left = 1000;
};

/// What a thread does, as a lambda.
class Body : public Thread::Body {
public:
    explicit Body(std::function<void()> function) : function_(std::move(function)) {}
    void run() override { function_(); }
    void* narrow(InterfaceId id) override {
        return id == Thread::Body::interface_id ? static_cast<Thread::Body*>(this) : nullptr;
    }

private:
    std::function<void()> function_;
};

/// Has a tick happen as an interrupt would.
class TickSignal : public hal::Trap::Handler {
public:
    explicit TickSignal(FakeTimer& timer) : timer_(timer) {}
    void handle(u32, RegisterFrame&) override { timer_.tick->tick(); }

private:
    FakeTimer& timer_;
};

} // namespace flat::thread::testing
