// SPDX-License-Identifier: BSD-2-Clause
// The threads of a machine as threads of a kernel, with alarms for their time-outs.
#pragma once

#include <core/alarm.hpp>
#include <flat/thread/alarms.hpp>
#include <flat/thread/thread.hpp>
#include <flat/thread/thread_manager.hpp>
#include <java/machine/machine.hpp>

namespace flat::java::machine {

/// Each thread of Java is one of `thread.ThreadManager`, of a priority by its own. Whichever thread
/// ends the machine has its end told; the others never run again.
class ManagedThreads final : public KernelThreads, NonCopyable {
public:
    static constexpr u64 native_bytes = u64{10} * 1024; ///< of a kernel thread's stack of 16 KiB

    ManagedThreads(thread::ThreadManager& manager, thread::Alarms& alarms, MemorySource& memory)
        : manager_(manager), alarms_(alarms), memory_(memory) {}

    /// Runs the machine's first thread as one of them, and returns when the machine ends, which the
    /// body or another thread says by `end`; false if there is no thread.
    bool run_first(thread::Thread::Body& body);
    void end(u32 status);
    u32 status() const { return status_; }

    bool start(Run& run) override;
    void release(Run& run) override;
    void yield() override { manager_.yield(); }
    u64 ticket() override { return manager_.ticket(); }
    void wait(void const* condition, u64 ticket) override;
    void wait_until(Run& run, u64 ticket, u64 deadline_ns) override;
    void notify_all(void const* condition) override;
    u64 now_ns() override { return alarms_.now_ns(); }

private:
    class ManagedThread;

    thread::Thread* create(Span<u8 const> hint);
    ManagedThread* thread_of(Run& run);

    thread::ThreadManager& manager_;
    thread::Alarms& alarms_;
    MemorySource& memory_;
    ManagedThread* threads_[ThreadTable::threads_max] = {};
    Atomic<bool> is_over_ = false;
    u32 status_ = 0;
};

} // namespace flat::java::machine
