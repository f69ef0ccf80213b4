// SPDX-License-Identifier: BSD-2-Clause
// The threads of a machine as threads of a kernel, with alarms for their time-outs.
#include <java/machine/threads/managed_threads.hpp>

#include <java/machine/run.hpp>
#include <new>

namespace flat::java::machine {

namespace {

/// A kernel's middle priority is 128, Java's is 5.
u8 kernel_priority(u32 priority) {
    constexpr u32 of_java = 5;
    constexpr u32 of_kernel = 128;
    constexpr u32 step = 8;
    return static_cast<u8>(of_kernel + step * priority - step * of_java);
}

} // namespace

/// What belongs to a place of the thread table: a kernel thread while a thread lives there, and
/// the alarm that ends its waits.
class ManagedThreads::ManagedThread final : public thread::Thread::Body, public Alarm, NonCopyable {
public:
    explicit ManagedThread(ManagedThreads& threads) : threads_(threads) {}

    void run() override {
        run_->native.begin(native_bytes);
        run_->live();
        Machine const& machine = run_->machine;
        if (machine.has_exited) threads_.end(machine.exit_status);
    }
    void expired() override { threads_.notify_all(run_); }

    void begin(Run& run) { run_ = &run; }
    thread::Thread* thread = nullptr;

private:
    ManagedThreads& threads_;
    Run* run_ = nullptr;
};

bool ManagedThreads::run_first(thread::Thread::Body& body) {
    thread::Thread* const first = create({});
    if (!first) return false;
    first->start(body);
    for (;;) {
        u64 const ticket = manager_.ticket();
        if (is_over_.load()) return true;
        manager_.wait(address_of(&is_over_), ticket);
    }
}

void ManagedThreads::end(u32 status) {
    status_ = status;
    is_over_.store(true);
    manager_.notify_all(address_of(&is_over_));
}

thread::Thread* ManagedThreads::create(Span<u8 const> hint) {
    auto const made = manager_.create(hint);
    return made.is_ok() ? narrow_to<thread::Thread>(*made.value()) : nullptr;
}

ManagedThreads::ManagedThread* ManagedThreads::thread_of(Run& run) {
    ManagedThread*& place = threads_[run.id - 1u];
    if (!place) {
        void* const room = memory_.take(sizeof(ManagedThread));
        if (room) place = new (room) ManagedThread(*this);
    }
    if (place) place->begin(run);
    return place;
}

bool ManagedThreads::start(Run& run) {
    ManagedThread* const thread = thread_of(run);
    u8 const priority = kernel_priority(run.priority);
    thread::Thread* const made = thread ? create(Span<u8 const>(&priority, 1)) : nullptr;
    if (!made) return false;
    thread->thread = made;
    made->start(*thread);
    return true;
}

void ManagedThreads::release(Run& run) {
    ManagedThread* const place = threads_[run.id - 1u];
    if (!place || !place->thread) return; // it could not be started
    place->thread->join();
    place->thread->release();
    place->thread = nullptr;
}

void ManagedThreads::wait(void const* condition, u64 ticket) {
    manager_.wait(address_of(condition), ticket);
}

void ManagedThreads::wait_until(Run& run, u64 ticket, u64 deadline_ns) {
    u64 const now = alarms_.now_ns();
    ManagedThread* const thread = thread_of(run);
    if (!thread || now >= deadline_ns) return;
    alarms_.set(*thread, deadline_ns - now);
    manager_.wait(address_of(&run), ticket);
    alarms_.cancel(*thread);
}

void ManagedThreads::notify_all(void const* condition) {
    manager_.notify_all(address_of(condition));
}

} // namespace flat::java::machine
