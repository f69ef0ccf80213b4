// SPDX-License-Identifier: BSD-2-Clause
// One thread of the kernel, as a resource.
#include <thread/kernel_thread.hpp>

#include <core/assert.hpp>
#include <thread/threads.hpp>

namespace flat::thread {

KernelThread::KernelThread(Threads& threads, u8 priority, void* stack, usize stack_bytes)
    : threads_(threads), stack_(stack), stack_bytes_(stack_bytes) {
    tcb_.set_priority(priority);
    tcb_.set_stack(stack);
}

void KernelThread::start(Body& body) {
    assert(tcb_.state() == api::ThreadState::created);
    body_ = &body;
    tcb_.frame().start_kernel(run, this, address_of(stack_) + stack_bytes_);
    threads_.make_runnable(tcb_);
}

void KernelThread::join() {
    for (;;) {
        u64 const ticket = threads_.ticket();
        if (tcb_.state() == api::ThreadState::finished) return;
        if (!threads_.wait(finished_condition(tcb_), ticket)) return;
    }
}

void KernelThread::release() {
    threads_.destroy(*this);
}

void KernelThread::schedule(u8 priority, u32 slice_us) {
    threads_.schedule(tcb_, priority, slice_us);
}

void* KernelThread::narrow(InterfaceId id) {
    if (id == Thread::interface_id) return static_cast<Thread*>(this);
    if (id == core::AbstractResource::interface_id)
        return static_cast<core::AbstractResource*>(this);
    if (id == Top::interface_id) return static_cast<Top*>(this);
    return nullptr;
}

/// Where every thread begins.
void KernelThread::run(void* thread) {
    auto& self = *static_cast<KernelThread*>(thread);
    self.body_->run();
    self.threads_.exit();
}

} // namespace flat::thread
