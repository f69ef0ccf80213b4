// SPDX-License-Identifier: BSD-2-Clause
// Tests of kernel threads, on the host's signals as traps.
#include <thread/threads.hpp>

#include <arch/traps.hpp>
#include <core/text.hpp>
#include <flat/core/name.hpp>
#include <flat/core/naming_context.hpp>
#include <machine/interrupts.hpp>
#include <memory/testing.hpp>
#include <thread/testing.hpp>

#include <gtest/gtest.h>
#include <string>

namespace flat::thread {
namespace {

using core::BindingError;
using testing::Body;
using testing::FakeObjects;
using testing::FakeScheduler;
using testing::FakeSlices;
using testing::FakeSwitching;
using testing::FakeTimer;
using testing::TickSignal;

class ThreadThreads : public ::testing::Test {
protected:
    ThreadThreads() {
        EXPECT_TRUE(traps.register_(tick_signal(), tick).is_ok());
        arch::unmask_interrupt(tick_signal());
    }
    ~ThreadThreads() override {
        arch::mask_interrupt(tick_signal());
        machine::disable_interrupts();
    }

    static u32 tick_signal() { return static_cast<u32>(SIGRTMIN); }
    static void interrupt() { raise(SIGRTMIN); }

    Thread& make(u8 priority = 128) {
        auto* const thread = narrow_to<Thread>(*threads.create({&priority, 1}).value());
        EXPECT_NE(thread, nullptr);
        return *thread;
    }

    /// Starts a thread that writes a letter each time it gets on, and then yields.
    Thread& start_writer(Body& body) {
        Thread& thread = make();
        thread.start(body);
        return thread;
    }

    void join_and_release(std::initializer_list<Thread*> all) {
        for (Thread* each : all) {
            each->join();
            each->release();
        }
    }

    FakeScheduler scheduler;
    FakeTimer timer;
    FakeObjects objects;
    memory::testing::FakeFrames frames;
    arch::Traps traps{{}, {}};
    FakeSwitching switching;
    FakeSlices slices;
    Threads threads{{.scheduler = scheduler,
                     .trap = traps,
                     .timer = timer,
                     .objects = objects,
                     .frames = frames,
                     .switching = switching,
                     .slices = slices},
                    {.tick_us = 500, .stack_order = 3}};
    TickSignal tick{timer};
    std::string trace;
};

TEST_F(ThreadThreads, a_thread_runs_once_it_is_started_and_can_be_joined) {
    Body body([&] { trace += "ran"; });
    Thread& thread = make();
    threads.yield();
    EXPECT_EQ(trace, "");
    thread.start(body);
    thread.join();
    EXPECT_EQ(trace, "ran");
    thread.join(); // again: it has finished already
    thread.release();
}

TEST_F(ThreadThreads, threads_that_yield_take_turns) {
    Body a([&] {
        for (int i = 0; i < 3; ++i, threads.yield())
            trace += 'a';
    });
    Body b([&] {
        for (int i = 0; i < 3; ++i, threads.yield())
            trace += 'b';
    });
    Thread& first = start_writer(a);
    Thread& second = start_writer(b);
    join_and_release({&first, &second});
    EXPECT_EQ(trace, "ababab");
}

TEST_F(ThreadThreads, threads_that_yield_and_are_preempted_resume_where_they_were) {
    constexpr int rounds = 500;
    int turns[3] = {};
    auto const mixed = [&](int self) {
        unsigned state = static_cast<unsigned>(self) + 1;
        for (int i = 0; i < rounds; ++i) {
            int const expected = turns[self]++;
            state = state * 1664525 + 1013904223;
            if (state >> 31)
                threads.yield();
            else
                interrupt();
            EXPECT_EQ(turns[self], expected + 1);
        }
    };
    Body bodies[] = {Body([&] { mixed(0); }), Body([&] { mixed(1); }), Body([&] { mixed(2); })};
    Thread& first = start_writer(bodies[0]);
    Thread& second = start_writer(bodies[1]);
    Thread& third = start_writer(bodies[2]);
    join_and_release({&first, &second, &third});
    for (int const each : turns)
        EXPECT_EQ(each, rounds);
}

TEST_F(ThreadThreads, every_switch_is_told_to_who_keeps_something_for_the_running_thread) {
    Body body([] {});
    Thread& thread = start_writer(body);
    EXPECT_TRUE(switching.told.empty());
    thread.join();
    ASSERT_EQ(switching.told.size(), 2u); // there and back
    EXPECT_NE(switching.told[0], switching.told[1]);
    thread.release();
}

TEST_F(ThreadThreads, what_a_thread_takes_is_given_back_when_it_is_released) {
    Body body([] {});
    Thread& thread = start_writer(body);
    EXPECT_EQ(frames.taken_bytes(), domain::page_size << 3);
    join_and_release({&thread});
    EXPECT_EQ(frames.taken_bytes(), 0u);
    EXPECT_EQ(objects.count, 0);
}

TEST_F(ThreadThreads, a_thread_can_exit_in_the_midst_of_what_it_does) {
    Body body([&] {
        trace += "before";
        threads.exit();
        trace += "after";
    });
    Thread& thread = start_writer(body);
    join_and_release({&thread});
    EXPECT_EQ(trace, "before");
}

TEST_F(ThreadThreads, a_thread_can_be_released_before_it_is_started_while_ready_and_while_waiting) {
    Body forever([&] {
        for (;;)
            threads.wait(1, threads.ticket());
    });
    make().release();
    start_writer(forever).release();
    Thread& waiting = start_writer(forever);
    threads.yield();
    waiting.release();
    threads.notify_all(1);
    threads.yield();
    EXPECT_EQ(objects.count, 0);
    EXPECT_EQ(frames.taken_bytes(), 0u);
}

TEST_F(ThreadThreads, a_notified_thread_goes_on_and_others_do_not) {
    Body a([&] {
        threads.wait(7, threads.ticket());
        trace += 'a';
    });
    Body b([&] {
        threads.wait(7 + 64 * 16, threads.ticket()); // in the same bucket
        trace += 'b';
    });
    Thread& first = start_writer(a);
    Thread& second = start_writer(b);
    threads.yield();
    threads.notify(7 + 64 * 16);
    threads.yield();
    EXPECT_EQ(trace, "b");
    threads.notify(8);
    threads.yield();
    EXPECT_EQ(trace, "b");
    threads.notify(7);
    join_and_release({&first, &second});
    EXPECT_EQ(trace, "ba");
}

TEST_F(ThreadThreads, notify_wakes_who_has_waited_longest_and_notify_all_wakes_all) {
    auto const waits = [&](char letter) {
        return [this, letter] {
            threads.wait(7, threads.ticket());
            trace += letter;
        };
    };
    Body a(waits('a')), b(waits('b')), c(waits('c'));
    Thread& first = start_writer(a);
    Thread& second = start_writer(b);
    Thread& third = start_writer(c);
    threads.yield();
    threads.notify(7);
    threads.yield();
    EXPECT_EQ(trace, "a");
    threads.notify_all(7);
    join_and_release({&first, &second, &third});
    EXPECT_EQ(trace, "abc");
}

TEST_F(ThreadThreads, a_notification_between_ticket_and_wait_is_not_lost) {
    u64 const ticket = threads.ticket();
    threads.notify(7);
    EXPECT_TRUE(threads.wait(7, ticket)); // would block for ever
    EXPECT_NE(threads.ticket(), ticket);
}

TEST_F(ThreadThreads, a_thread_that_works_for_nobody_does_not_wait) {
    switching.is_giving_up = true;
    EXPECT_FALSE(threads.wait(7, threads.ticket())); // would block for ever
}

TEST_F(ThreadThreads, a_thread_that_works_for_nobody_any_more_learns_that_when_woken) {
    bool has_waited = true;
    Body body([&] { has_waited = threads.wait(7, threads.ticket()); });
    Thread& thread = start_writer(body);
    threads.yield();
    switching.is_giving_up = true;
    threads.notify_all(7);
    threads.yield();
    EXPECT_FALSE(has_waited);
    switching.is_giving_up = false;
    thread.join();
    thread.release();
}

TEST_F(ThreadThreads, a_tick_takes_the_processor_from_a_thread_that_never_yields) {
    bool volatile stop = false;
    Body spins([&] {
        interrupt(); // a tick
        while (!stop)
            ;
        trace += "stopped";
    });
    Body stops([&] { stop = true; });
    Thread& first = start_writer(spins);
    Thread& second = start_writer(stops);
    join_and_release({&first, &second});
    EXPECT_EQ(trace, "stopped");
}

/// Sums a series with vector registers and checks that it always comes out the same. Not sanitized:
/// the sanitizer's own bookkeeping of stacks does not expect to be preempted.
class Calculator : public Thread::Body {
public:
    explicit Calculator(double start) : start_(start) {}

    [[clang::no_sanitize("address")]] void run() override {
        double const expected = series();
        for (int round = 0; round < 2000; ++round)
            mistakes_ += series() != expected;
    }
    int mistakes() const { return mistakes_; }

private:
    [[clang::no_sanitize("address"), gnu::noinline]] double series() const {
        double even = start_;
        double odd = start_ / 3;
        for (int i = 1; i < 1000; ++i) {
            even += 1 / (odd + i);
            odd += 1 / (even + i);
        }
        return even - odd;
    }

    double start_;
    int mistakes_ = 0;
};

TEST_F(ThreadThreads, preemption_at_any_point_leaves_all_registers_as_they_were) {
    Calculator first(1), second(100);
    Thread& one = make();
    Thread& other = make();
    one.start(first);
    other.start(second);
    sigevent event{};
    event.sigev_notify = SIGEV_SIGNAL;
    event.sigev_signo = static_cast<int>(tick_signal());
    timer_t host_timer;
    ASSERT_EQ(timer_create(CLOCK_MONOTONIC, &event, &host_timer), 0);
    itimerspec const often{{0, 50'000}, {0, 50'000}};
    timer_settime(host_timer, 0, &often, nullptr);
    join_and_release({&one, &other});
    timer_delete(host_timer);
    EXPECT_EQ(first.mistakes() + second.mistakes(), 0);
    EXPECT_GT(scheduler.ticks, 10u);
}

TEST_F(ThreadThreads, the_boot_thread_is_not_preempted_while_it_keeps_interrupts_disabled) {
    Body body([&] { trace += 'b'; });
    Thread& thread = start_writer(body);
    interrupt();
    trace += 'a';
    thread.join();
    EXPECT_EQ(trace, "ab");
    thread.release();
}

TEST_F(ThreadThreads, a_more_urgent_thread_runs_as_soon_as_it_is_started_or_notified) {
    Body urgent([&] {
        trace += 'u';
        threads.wait(7, threads.ticket());
        trace += 'v';
    });
    Thread& thread = make(200);
    Body starter([&] {
        thread.start(urgent);
        trace += 'a';
        threads.notify(7);
        trace += 'b';
    });
    Thread& other = start_writer(starter);
    join_and_release({&other, &thread});
    EXPECT_EQ(trace, "uavb");
}

TEST_F(ThreadThreads, preemption_that_was_due_comes_with_the_next_tick_or_when_way_is_given) {
    Body urgent([&] { trace += 'u'; });
    Thread* const both[] = {&make(200), &make(200)};
    auto const start = [&](Thread& thread) {
        machine::InterruptGuard const guard;
        thread.start(urgent);
        trace += 'a';
    };
    Body starter([&] {
        start(*both[0]);
        interrupt();
        start(*both[1]);
        threads.give_way();
    });
    join_and_release({&start_writer(starter), both[0], both[1]});
    EXPECT_EQ(trace, "auau");
}

TEST_F(ThreadThreads, a_thread_that_is_made_more_urgent_runs_at_once_and_one_made_less_so_waits) {
    Body eager([&] { trace += 'e'; });
    Body calm([&] { trace += 'c'; });
    Thread& first = make(100);
    Thread& second = make(100);
    first.start(calm);
    second.start(eager);
    machine::enable_interrupts();
    second.schedule(200, 1200);
    EXPECT_EQ(trace, "e");
    EXPECT_EQ(slices.asked, 3u); // ticks of 500 us
    first.schedule(90, u32(TimeSlices::endless));
    EXPECT_EQ(slices.asked, u32(TimeSlices::endless));
    machine::disable_interrupts();
    join_and_release({&first, &second});
    EXPECT_EQ(trace, "ec");
}

TEST_F(ThreadThreads, a_thread_that_makes_itself_less_urgent_lets_the_others_run) {
    Thread* self = nullptr;
    Body other([&] { trace += 'o'; });
    Body body([&] {
        self->schedule(90, 0);
        trace += 's';
    });
    self = &make(150);
    Thread& second = make(140);
    self->start(body);
    second.start(other);
    join_and_release({self, &second});
    EXPECT_EQ(trace, "os");
}

TEST_F(ThreadThreads, an_interrupt_ends_the_idle_time) {
    /// Notifies from its handler, when everybody waits.
    class Notifier : public hal::Trap::Handler {
    public:
        explicit Notifier(Threads& threads) : threads_(threads) {}
        void handle(u32, RegisterFrame&) override { threads_.notify(7); }

    private:
        Threads& threads_;
    } notifier(threads);
    u32 const line = tick_signal() + 1;
    ASSERT_TRUE(traps.register_(line, notifier).is_ok());
    arch::unmask_interrupt(line);
    raise(static_cast<int>(line)); // stays pending until the idle context enables interrupts
    u64 const ticket = threads.ticket();
    threads.wait(7, ticket);
    EXPECT_NE(threads.ticket(), ticket);
    arch::mask_interrupt(line);
}

TEST_F(ThreadThreads, the_timer_runs_with_the_period_asked_for) {
    EXPECT_EQ(timer.period_ns, 500'000u);
    timer.tick->tick();
    EXPECT_EQ(switching.passed_us, 500u);
}

TEST_F(ThreadThreads, a_hint_is_one_byte_of_priority_or_nothing) {
    u8 const two[] = {1, 2};
    EXPECT_EQ(threads.create(Span<u8 const>(two)).error().code, BindingError::Code::invalid);
    auto const created = threads.create({});
    ASSERT_TRUE(created.is_ok());
    created.value()->release();
}

TEST_F(ThreadThreads, exhausted_memory_is_an_error_and_loses_nothing) {
    objects.left = 0;
    EXPECT_EQ(threads.create({}).error().code, BindingError::Code::exhausted);
    objects.left = 1000;
    while (frames.allocate(10).is_ok())
        ;
    while (frames.allocate(0).is_ok())
        ;
    EXPECT_EQ(threads.create({}).error().code, BindingError::Code::exhausted);
    EXPECT_EQ(objects.count, 0);
}

/// A naming context in which one name designates what a test wants.
class FakeNames : public core::NamingContext, public core::BindingFactory, public core::Name {
public:
    explicit FakeNames(Top& target) : target_(target) {}

    Result<core::Name*, core::NamingError> export_(Top&, Span<u8 const>) override { return this; }
    Result<core::Name*, core::NamingError> byte_to_name(Span<u8 const>) override { return this; }
    Result<Top*, BindingError> bind(core::Name&, Span<u8 const>) override { return &target_; }
    core::NamingContext& naming_context() override { return *this; }
    u32 to_byte(Span<u8>) override { return 0; }
    void release() override {}
    void* narrow(InterfaceId id) override {
        bool const is_factory = id == core::BindingFactory::interface_id && binds;
        return is_factory ? static_cast<core::BindingFactory*>(this) : nullptr;
    }

    bool binds = true;

private:
    Top& target_;
};

TEST_F(ThreadThreads, binding_to_a_named_body_makes_a_thread_that_runs_it) {
    Body body([&] { trace += "bound"; });
    FakeNames names(body);
    auto const bound = threads.bind(names, {});
    ASSERT_TRUE(bound.is_ok());
    auto* const thread = narrow_to<Thread>(*bound.value());
    ASSERT_NE(thread, nullptr);
    thread->join();
    EXPECT_EQ(trace, "bound");
    narrow_to<core::AbstractResource>(*bound.value())->release();
}

TEST_F(ThreadThreads, what_is_no_body_or_cannot_be_resolved_cannot_be_bound) {
    FakeNames no_body(scheduler);
    EXPECT_EQ(threads.bind(no_body, {}).error().code, BindingError::Code::unbindable);
    Body body([] {});
    FakeNames no_factory(body);
    no_factory.binds = false;
    EXPECT_EQ(threads.bind(no_factory, {}).error().code, BindingError::Code::unbindable);
}

TEST_F(ThreadThreads, a_stack_that_overflows_is_found_out_at_the_next_switch) {
    ASSERT_TRUE(frames.allocate(6).is_ok()); // what the thread writes to by mistake
    Body body([&] {
        u8 volatile large[domain::page_size << 5]; // more than the sanitizer keeps off the stack
        for (u8 volatile& each : large)
            each = 1;
        threads.yield();
    });
    EXPECT_EXIT(start_writer(body).join(), ::testing::ExitedWithCode(101), "overflown its stack");
}

TEST_F(ThreadThreads, releasing_oneself_is_found_out) {
    EXPECT_EXIT(
        {
            Thread* self = &make();
            Body body([&] { self->release(); });
            self->start(body);
            self->join();
        },
        ::testing::ExitedWithCode(101), "assertion failed");
}

} // namespace
} // namespace flat::thread
