// SPDX-License-Identifier: BSD-2-Clause
// Native methods of threads: start, sleep, interrupt, wait, park.
#include <java/machine/natives/natives.hpp>

namespace flat::java {

namespace native_of_thread {

namespace {

using native::do_nothing;
using native::need;

constexpr u64 ns_per_ms = 1'000'000;
constexpr u64 endless_ms = ~u64{0} / ns_per_ms / 2; // 292 years

/// The end of so many nanoseconds from now on, never 0.
u64 deadline_in(Call& call, u64 ns) {
    return call.machine.threads.now_ns() + ns + 1;
}
u64 deadline_in_ms(Call& call, u64 ms) {
    return ms > endless_ms ? 0 : deadline_in(call, ms * ns_per_ms);
}

void current_thread(Call& call) {
    call.give(call.run.object);
}
void holds_lock(Call& call) {
    if (need(call, 0)) call.give_int(call.run.owns(call.object(0)));
}

u32& status_of(Call& call, Object* thread) {
    return at<u32>(thread, call.machine.thread_fields.status);
}
/// Where there are no threads below, daemons never run: those of the class library wait for work of
/// which there is none.
void start(Call& call) {
    constexpr u32 runnable = 5; // as JVM TI has it
    Machine& machine = call.machine;
    bool const is_daemon = at<u8>(call.object(0), machine.thread_fields.daemon) != 0;
    if (is_daemon && !machine.threads.kernel()) return;
    Run* const made = machine.threads.make();
    Object* const thread = call.object(0);
    if (made) {
        made->begin_thread(thread);
        made->priority = at<u32>(thread, machine.thread_fields.priority);
        status_of(call, thread) = runnable;
        if (machine.threads.kernel()->start(*made)) return;
        status_of(call, thread) = 0;
        Run::address_in_thread(machine, thread) = 0;
        machine.threads.remove(*made);
    }
    call.run.raise("java/lang/OutOfMemoryError",
                   "unable to create native thread: possibly out of memory or process/resource "
                   "limits reached");
}
void interrupt(Call& call) {
    Run* const run = Run::of_thread(call.machine, call.object(0));
    if (!run) return;
    WaitingFor const what = run->waiting.what;
    bool const is_ended =
        what == WaitingFor::notification || what == WaitingFor::permit || what == WaitingFor::time;
    if (is_ended) call.machine.threads.wake(*run, WokenBy::interrupt);
}
void yield(Call& call) {
    call.machine.threads.give_way(call.run);
}
void sleep(Call& call) {
    auto const ms = static_cast<i64>(call.long_(0));
    if (ms < 0) {
        call.run.raise("java/lang/IllegalArgumentException", "timeout value is negative");
        return;
    }
    if (call.run.take_interrupt()) {
        call.run.raise("java/lang/InterruptedException", "sleep interrupted");
        return;
    }
    if (ms == 0) return yield(call);
    u64 const deadline_ns = deadline_in_ms(call, static_cast<u64>(ms));
    if (!call.machine.threads.wait(call.run, {WaitingFor::time, nullptr, nullptr, deadline_ns}))
        return;
    if (call.run.waiting.woken_by != WokenBy::interrupt) return;
    call.run.take_interrupt();
    call.run.raise("java/lang/InterruptedException", "sleep interrupted");
}
/// Thread.getThreads.
void all_threads(Call& call) {
    u32 count = 0;
    call.machine.threads.each([&](Run& run) { count += run.object ? 1 : 0; });
    Class* const type = call.machine.classes.array_of(call.machine.known.thread);
    if (!type || !call.run.ensure(array_bytes(count, 8))) return;
    Array* const made = call.machine.heap.make_array(type, count);
    u32 i = 0;
    call.machine.threads.each([&](Run& run) {
        if (run.object) made->elements<Object*>()[i++] = run.object;
    });
    call.give(made);
}

/// Object.wait(long); 0 is for ever.
void wait(Call& call) {
    auto const ms = static_cast<i64>(call.long_(1));
    if (ms < 0) {
        call.run.raise("java/lang/IllegalArgumentException", "timeout value is negative");
        return;
    }
    u64 const deadline_ns = ms == 0 ? 0 : deadline_in_ms(call, static_cast<u64>(ms));
    call.run.wait_in(call.object(0), deadline_ns);
}
void notify(Call& call) {
    call.run.notify(call.object(0), false);
}
void notify_all(Call& call) {
    call.run.notify(call.object(0), true);
}

/// Unsafe.park(isAbsolute, time): milliseconds since 1970, or nanoseconds from now on; 0 is for
/// ever.
void park(Call& call) {
    Run& run = call.run;
    if (run.has_permit || run.is_interrupted()) {
        run.has_permit = false;
        return;
    }
    bool const is_absolute = call.integer(1) != 0;
    auto const time = static_cast<i64>(call.long_(2));
    u64 deadline_ns = 0;
    if (is_absolute) {
        auto const now = static_cast<i64>(call.machine.platform.now_ms());
        if (time <= now) return;
        deadline_ns = deadline_in_ms(call, static_cast<u64>(time - now));
    } else if (time < 0) {
        return;
    } else if (time > 0) {
        deadline_ns = deadline_in(call, static_cast<u64>(time));
    }
    if (call.machine.threads.wait(run, {WaitingFor::permit, nullptr, nullptr, deadline_ns}))
        run.has_permit = false;
}
void unpark(Call& call) {
    Run* const run = call.object(1) ? Run::of_thread(call.machine, call.object(1)) : nullptr;
    if (!run) return;
    run->has_permit = true;
    if (run->waiting.what == WaitingFor::permit) call.machine.threads.wake(*run, WokenBy::purpose);
}

/// Reference.waitForReferencePendingList: references are not cleared and nothing is finalised.
void wait_for_references(Call& call) {
    call.machine.threads.wait(call.run, {WaitingFor::references});
}

constexpr Text thread = "java/lang/Thread";
constexpr NativeEntry entries[] = {
    {thread, "currentThread", {}, current_thread},
    {thread, "holdsLock", {}, holds_lock},
    {thread, "start0", {}, start},
    {thread, "setPriority0", {}, do_nothing},
    {thread, "setNativeName", {}, do_nothing},
    {thread, "interrupt0", {}, interrupt},
    {thread, "clearInterruptEvent", {}, do_nothing},
    {thread, "yield", {}, yield},
    {thread, "sleep", {}, sleep},
    {thread, "getThreads", {}, all_threads},
    {"java/lang/Object", "wait", {}, wait},
    {"java/lang/Object", "notify", {}, notify},
    {"java/lang/Object", "notifyAll", {}, notify_all},
    {"jdk/internal/misc/Unsafe", "park", {}, park},
    {"jdk/internal/misc/Unsafe", "unpark", {}, unpark},
    {"java/lang/ref/Reference", "waitForReferencePendingList", {}, wait_for_references},
};

} // namespace

} // namespace native_of_thread

Span<NativeEntry const> thread_natives() {
    return native_of_thread::entries;
}

} // namespace flat::java
