// SPDX-License-Identifier: BSD-2-Clause
// Tests of signals as traps.
#include <arch/traps.hpp>

#include <core/format.hpp>
#include <machine/idle.hpp>
#include <machine/interrupts.hpp>
#include <machine/software_trap.hpp>

#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

namespace flat::arch {
namespace {

/// Counts traps and does to them what a test wants.
class Recorder : public hal::Trap::Handler {
public:
    void handle(u32 vector, RegisterFrame& frame) override {
        ++count;
        last_vector = vector;
        had_interrupts = machine::interrupts_enabled();
        if (resumes) traps->set_context(*resumes);
        if (skips_bytes) frame.set_instruction_pointer(frame.instruction_pointer() + skips_bytes);
        if (saves) *saves = frame;
        if (resumes_at_once) traps->resume();
    }

    u32 count = 0;
    u32 last_vector = 0;
    bool had_interrupts = false;
    Traps* traps = nullptr;
    RegisterFrame* resumes = nullptr;
    RegisterFrame* saves = nullptr;
    usize skips_bytes = 0;
    bool resumes_at_once = false;
};

/// An interrupt, as a device would raise it.
int device_signal() {
    return SIGRTMIN;
}

class HostedTraps : public testing::Test {
protected:
    ~HostedTraps() override {
        machine::disable_interrupts();
        mask_interrupt(static_cast<u32>(device_signal()));
        interrupt_state.pending.store(0);
    }

    void connect_device() {
        ASSERT_TRUE(traps.register_(static_cast<u32>(device_signal()), recorder).is_ok());
        unmask_interrupt(static_cast<u32>(device_signal()));
    }

    Traps traps{{}, {}};
    Recorder recorder;
};

TEST_F(HostedTraps, a_software_trap_calls_its_handler_and_returns) {
    ASSERT_TRUE(traps.register_(machine::software_trap_vector, recorder).is_ok());
    machine::software_trap();
    machine::software_trap();
    EXPECT_EQ(recorder.count, 2u);
    EXPECT_EQ(recorder.last_vector, machine::software_trap_vector);
}

TEST_F(HostedTraps, a_handler_runs_with_interrupts_disabled_and_they_are_enabled_again_afterwards) {
    ASSERT_TRUE(traps.register_(machine::software_trap_vector, recorder).is_ok());
    machine::enable_interrupts();
    machine::software_trap();
    EXPECT_FALSE(recorder.had_interrupts);
    EXPECT_TRUE(machine::interrupts_enabled());
}

TEST_F(HostedTraps, an_exception_of_the_processor_can_be_repaired_by_its_handler) {
    ASSERT_TRUE(traps.register_(SIGILL, recorder).is_ok());
    recorder.skips_bytes = 2;
    asm volatile("ud2");
    EXPECT_EQ(recorder.count, 1u);
}

TEST_F(HostedTraps, a_vector_has_one_handler_until_it_is_unregistered) {
    Recorder other;
    ASSERT_TRUE(traps.register_(SIGFPE, recorder).is_ok());
    EXPECT_EQ(traps.register_(SIGFPE, other).error().code, hal::TrapError::Code::taken);
    traps.unregister(SIGFPE);
    EXPECT_TRUE(traps.register_(SIGFPE, other).is_ok());
}

TEST_F(HostedTraps, vectors_that_the_host_does_not_have_are_refused) {
    for (u32 const vector : {0u, 65u, 1000u, u32(SIGKILL), u32(SIGSTOP)})
        EXPECT_EQ(traps.register_(vector, recorder).error().code,
                  hal::TrapError::Code::no_such_vector);
}

TEST_F(HostedTraps, an_exception_without_a_handler_panics) {
    EXPECT_EXIT(asm volatile("ud2"), testing::ExitedWithCode(101), "trap 4 has no handler");
}

TEST_F(HostedTraps, an_exception_within_a_handler_panics) {
    class Faulty : public hal::Trap::Handler {
        void handle(u32, RegisterFrame&) override { asm volatile("ud2"); }
    } faulty;
    ASSERT_TRUE(traps.register_(machine::software_trap_vector, faulty).is_ok());
    EXPECT_EXIT(machine::software_trap(), testing::ExitedWithCode(101), "while a trap is handled");
}

TEST_F(HostedTraps, an_interrupt_waits_until_interrupts_are_enabled) {
    connect_device();
    raise(device_signal());
    EXPECT_EQ(recorder.count, 0u);
    machine::enable_interrupts();
    EXPECT_EQ(recorder.count, 1u);
}

TEST_F(HostedTraps, an_interrupt_waits_until_it_is_unmasked) {
    connect_device();
    machine::enable_interrupts();
    mask_interrupt(static_cast<u32>(device_signal()));
    raise(device_signal());
    EXPECT_EQ(recorder.count, 0u);
    unmask_interrupt(static_cast<u32>(device_signal()));
    EXPECT_EQ(recorder.count, 1u);
}

TEST_F(HostedTraps, a_guard_keeps_interrupts_out_of_its_block_only) {
    connect_device();
    machine::enable_interrupts();
    {
        machine::InterruptGuard const guard;
        {
            machine::InterruptGuard const inner;
        }
        raise(device_signal());
        EXPECT_EQ(recorder.count, 0u);
    }
    EXPECT_EQ(recorder.count, 1u);
}

TEST_F(HostedTraps, waiting_for_an_interrupt_ends_at_once_when_one_is_pending) {
    connect_device();
    raise(device_signal());
    machine::wait_for_interrupt();
    EXPECT_EQ(recorder.count, 1u);
    EXPECT_FALSE(machine::interrupts_enabled());
}

TEST_F(HostedTraps, waiting_for_an_interrupt_sees_those_that_come_later) {
    connect_device();
    sigevent event{};
    event.sigev_notify = SIGEV_SIGNAL;
    event.sigev_signo = device_signal();
    timer_t timer;
    ASSERT_EQ(timer_create(CLOCK_MONOTONIC, &event, &timer), 0);
    itimerspec const soon{{}, {0, 20'000'000}};
    timer_settime(timer, 0, &soon, nullptr);
    machine::wait_for_interrupt();
    EXPECT_EQ(recorder.count, 1u);
    timer_delete(timer);
}

/// A context of its own, which traps back to whoever resumed it.
struct OtherContext {
    static void run(void* self) {
        auto& other = *static_cast<OtherContext*>(self);
        other.ran_with_interrupts = machine::interrupts_enabled();
        for (;;) {
            ++other.turns;
            machine::software_trap();
        }
    }

    alignas(16) u8 stack[64 * 1024];
    RegisterFrame frame;
    RegisterFrame creator;
    u32 turns = 0;
    bool ran_with_interrupts = false;
};

/// Switches between a test and its other context at each software trap.
class Switch : public hal::Trap::Handler {
public:
    Switch(Traps& traps, OtherContext& other) : traps_(traps), other_(other) {}

    void handle(u32, RegisterFrame& frame) override {
        (in_other_ ? other_.frame : other_.creator) = frame;
        in_other_ = !in_other_;
        traps_.set_context(in_other_ ? other_.frame : other_.creator);
    }

private:
    Traps& traps_;
    OtherContext& other_;
    bool in_other_ = false;
};

TEST_F(HostedTraps, a_handler_can_have_another_context_resumed_and_later_the_first_one_again) {
    static OtherContext other;
    Switch switcher(traps, other);
    other.frame.start_kernel(OtherContext::run, &other,
                             address_of(other.stack + sizeof(other.stack)));
    ASSERT_TRUE(traps.register_(machine::software_trap_vector, switcher).is_ok());
    double const kept = 1.0 / static_cast<double>(recorder.count + 3); // in a vector register
    machine::software_trap();
    EXPECT_EQ(other.turns, 1u);
    EXPECT_TRUE(other.ran_with_interrupts);
    EXPECT_FALSE(machine::interrupts_enabled());
    machine::software_trap();
    EXPECT_EQ(other.turns, 2u);
    EXPECT_EQ(kept, 1.0 / 3.0);
}

TEST_F(HostedTraps, a_context_is_left_and_resumed_without_a_handler) {
    static RegisterFrame here;
    static RegisterFrame there;
    static Traps* used;
    alignas(16) static u8 stack[64 * 1024];
    static u32 visits = 0;
    used = &traps;
    there.start_kernel(
        [](void*) {
            for (;;) {
                machine::disable_interrupts();
                ++visits;
                used->switch_context(there, here);
            }
        },
        nullptr, address_of(stack + sizeof(stack)));
    for (u32 i = 1; i <= 3; ++i) {
        traps.switch_context(here, there);
        EXPECT_EQ(visits, i);
        EXPECT_FALSE(machine::interrupts_enabled());
    }
}

TEST_F(HostedTraps, resume_leaves_a_handler_without_returning_to_it) {
    ASSERT_TRUE(traps.register_(SIGILL, recorder).is_ok());
    recorder.traps = &traps;
    recorder.skips_bytes = 2;
    recorder.resumes_at_once = true;
    asm volatile("ud2");
    asm volatile("ud2"); // the handler can run again: the first trap has ended
    EXPECT_EQ(recorder.count, 2u);
}

TEST_F(HostedTraps, resume_outside_of_handlers_starts_the_context_set_last) {
    alignas(16) static u8 stack[64 * 1024];
    RegisterFrame frame;
    frame.start_kernel([](void* status) { _exit(static_cast<int>(address_of(status))); },
                       pointer_to<void>(7), address_of(stack + sizeof(stack)));
    traps.set_context(frame);
    EXPECT_EXIT(traps.resume(), testing::ExitedWithCode(7), "");
}

TEST_F(HostedTraps, the_idle_context_is_left_when_an_interrupt_resumes_another_one) {
    RegisterFrame here;
    RegisterFrame idle;
    machine::prepare_idle(idle);
    Recorder to_idle;
    to_idle.traps = &traps;
    to_idle.saves = &here;
    to_idle.resumes = &idle;
    ASSERT_TRUE(traps.register_(machine::software_trap_vector, to_idle).is_ok());
    connect_device();
    recorder.traps = &traps;
    recorder.resumes = &here;
    raise(device_signal()); // interrupts are disabled here, enabled in the idle context
    machine::software_trap();
    EXPECT_EQ(recorder.count, 1u);
    EXPECT_FALSE(machine::interrupts_enabled());
}

} // namespace
} // namespace flat::arch
