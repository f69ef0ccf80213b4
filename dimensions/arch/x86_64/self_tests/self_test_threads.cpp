// SPDX-License-Identifier: BSD-2-Clause
// Tests on the machine itself what the host cannot: switching threads, and the FPU with them.
#include <arch/self_test.hpp>

#include <machine/software_trap.hpp>
#include <x86_64/fpu_state.hpp>
#include <x86_64/processor_area.hpp>

namespace flat::arch {

namespace {

constexpr u32 steps = 4;

u64 read_xmm0() {
    u64 value;
    asm volatile("movq %%xmm0, %0" : "=r"(value));
    return value;
}

bool fpu_traps() {
    return read_cr0() & static_cast<u64>(Cr0::TS);
}

/// What a thread that has not the FPU could read of it by speculation.
u64 leaked_xmm0() {
    asm volatile("clts");
    u64 const found = read_xmm0();
    write_cr0(read_cr0() | static_cast<u64>(Cr0::TS));
    return found;
}

} // namespace

/// A software trap: of `run`, to enter user code or the first thread; of a thread, to run the next
/// one, or `run` when all are finished.
void SelfTest::leave(RegisterFrame& interrupted) {
    if (!running_) test_context_ = &interrupted;
    if (entered_) {
        trap->set_context(*entered_);
        entered_ = nullptr;
        return;
    }
    if (running_) running_->tcb.frame() = interrupted;
    u32 const begin = running_ ? static_cast<u32>(running_ - threads_) + 1 : 0;
    for (u32 i = 0; i < thread_count; ++i) {
        Thread& next = threads_[(begin + i) % thread_count];
        if (next.is_finished) continue;
        running_ = &next;
        fpu->switch_to(next.tcb);
        return trap->set_context(next.tcb.frame());
    }
    running_ = nullptr;
    trap->set_context(*test_context_);
}

void SelfTest::test_threads() {
    for (Thread& thread : threads_) {
        bool const is_plain = &thread == &threads_[1];
        thread.tcb.frame().start_kernel(is_plain ? run_plain_thread : run_fpu_thread, &thread,
                                        address_of(thread.stack + sizeof thread.stack));
    }
    machine::software_trap();
    check(threads_[0].mismatches == 0 && threads_[2].mismatches == 0,
          "each thread has FPU registers of its own, 0 at first");
    check(threads_[1].mismatches == 0,
          "a thread that does not use the FPU does not have it, nor anything of others in it");
    FpuState* const owner = processor_area().fpu_owner;
    for (Thread& thread : threads_)
        fpu->forget(thread.tcb);
    check(owner && !processor_area().fpu_owner && fpu_traps(), "the FPU forgets dead threads");
}

void SelfTest::run_fpu_thread(void* thread) {
    Thread& self = *static_cast<Thread*>(thread);
    u64 const pattern = address_of(thread);
    self.mismatches += !fpu_traps();
    self.mismatches += read_xmm0() != 0;
    self.mismatches += fpu_traps();
    asm volatile("movq %0, %%xmm0" : : "r"(pattern));
    for (u32 i = 0; i < steps; ++i) {
        machine::software_trap();
        self.mismatches += fpu_traps();
        self.mismatches += read_xmm0() != pattern;
    }
    self.is_finished = true;
    for (;;)
        machine::software_trap();
}

void SelfTest::run_plain_thread(void* thread) {
    Thread& self = *static_cast<Thread*>(thread);
    for (u32 i = 0; i < steps; ++i) {
        self.mismatches += !fpu_traps() || fpu_hazard(processor_area());
        self.mismatches += leaked_xmm0() != 0;
        machine::software_trap();
    }
    self.is_finished = true;
    for (;;)
        machine::software_trap();
}

} // namespace flat::arch
