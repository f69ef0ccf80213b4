// SPDX-License-Identifier: BSD-2-Clause
// Tests on the machine itself what the host cannot: traps, protection, timer, FPU, user mode.
#pragma once

#include <arch/self_test.flat.hpp>
#include <core/text.hpp>
#include <machine/register_frame.hpp>
#include <object/tcb.hpp>

namespace flat::arch {

/// Prints a line for each statement that holds; ends the machine with status 1 at the first that
/// does not. The kernel `traps` is this component with what it requires.
class SelfTest : public SelfTestComponent,
                 private hal::Trap::Handler,
                 private hal::Trap::BriefHandler,
                 private hal::Timer::Tick {
public:
    SelfTest(Ports const& ports, Attributes const& attributes);

    void run() override;

private:
    /// The last trap.
    struct Caught {
        u32 vector = ~0u;
        u64 error_code = 0;
        vaddr address = 0;              ///< of a page fault
        u64 rflags_in_handler = 0;      ///< the kernel's
        RegisterFrame* frame = nullptr; ///< where the registers were saved
    };

    /// A kernel thread that leaves the processor at every step.
    struct Thread {
        Tcb tcb;
        alignas(16) u8 stack[2048];
        bool is_finished = false;
        u32 mismatches = 0;
    };
    static constexpr u32 thread_count = 3;

    void check(bool holds, Text statement);

    void handle(u32 vector, RegisterFrame& frame) override;
    void handle(u32 vector) override;
    void tick() override { ++ticks_; }
    void leave(RegisterFrame& interrupted);

    void test_exceptions();
    void test_timer();

    void test_brief_traps();
    void test_brief_in_user_mode(vaddr entry, vaddr stack_end);
    void enter_user_interrupted();

    void test_word_sums();
    void test_image_protection();
    void test_user_pages(paddr code, vaddr user_code);
    void test_user_mode(vaddr entry, vaddr stack_end);
    void test_address_space();
    void test_refusals(paddr root);
    void test_window(paddr root);
    paddr make_code_frame();

    void test_threads();
    static void run_fpu_thread(void* thread);
    static void run_plain_thread(void* thread);

    /// What happens when an access is tried; `vector` is ~0 if nothing does.
    Caught const& try_read(vaddr address);
    Caught const& try_write(vaddr address);
    Caught const& try_execute(vaddr address);

    Caught caught_;
    u32 ticks_ = 0;
    u32 brief_traps_ = 0;
    bool leaves_user_ = false; ///< the next brief trap does
    Tcb user_;
    Thread threads_[thread_count];
    RegisterFrame* test_context_ = nullptr; ///< of `run`, while threads or user code run
    Thread* running_ = nullptr;
    RegisterFrame* entered_ = nullptr; ///< what the next software trap of `run` enters
};

} // namespace flat::arch
