// SPDX-License-Identifier: BSD-2-Clause
// Threads of programs that wait for words, and wake each other.
#include <unix/futex/futexes.hpp>

#include <core/bits.hpp>
#include <machine/interrupts.hpp>
#include <unix/deadline.hpp>
#include <unix/time_until.hpp>

namespace flat::unix::futex {

using machine::InterruptGuard;

namespace {

/// Operations (linux/futex.h).
enum Operation : u32 {
    op_wait = 0,
    op_wake = 1,
    op_requeue = 3,
    op_compare_requeue = 4,
    op_wait_bits = 9,
    op_wake_bits = 10,
    is_private = 128,
    is_real_time = 256,
};

constexpr u32 any_bits = ~u32{0};

// What a word of a robust mutex says.
constexpr u32 has_waiters = 0x8000'0000;
constexpr u32 owner_died = 0x4000'0000;
constexpr u32 owner_mask = 0x3fff'ffff;

/// struct robust_list_head.
struct RobustList {
    vaddr next;
    i64 word_offset;
    vaddr pending;
};

/// The word of a thread's memory.
FutexKey key_of(ProgramThread& thread, vaddr word) {
    auto const place = thread.process.memory->shared_place(word);
    return {place.object, place.offset};
}

} // namespace

/// How many nanoseconds are left; -1 for ever. EFAULT, EINVAL.
Result<i64, Errno> Futexes::delay_of(Limit const& limit) {
    i64 const began = limit.is_real_time ? facts->began_ns() : 0;
    i64 const now = limit.is_absolute ? began + static_cast<i64>(alarms->now_ns()) : 0;
    return time_until(*user_mode, limit.place, now);
}

i64 Futexes::futex(Task& task, vaddr word, u32 operation, u32 value, u64 timeout, vaddr other,
                   u32 third) {
    ProgramThread& thread = ProgramThread::of(task);
    u32 const deed = operation & ~u32{is_private | is_real_time};
    if (!is_aligned<vaddr>(word, sizeof(u32))) return failed(Errno::einval);
    FutexKey const key = key_of(thread, word);
    Limit const limit{timeout, deed == op_wait_bits, (operation & is_real_time) != 0};
    switch (deed) {
    case op_wait:
        return wait(thread, key, word, value, any_bits, limit);
    case op_wait_bits:
        return third != 0 ? wait(thread, key, word, value, third, limit) : failed(Errno::einval);
    case op_wake:
        return wake(key, value, any_bits);
    case op_wake_bits:
        return third != 0 ? wake(key, value, third) : failed(Errno::einval);
    case op_compare_requeue: {
        u32 now = 0;
        if (!get(*user_mode, now, word)) return failed(Errno::efault);
        if (now != third) return failed(Errno::eagain);
        return requeue(key, value, static_cast<u32>(timeout), key_of(thread, other));
    }
    case op_requeue:
        return requeue(key, value, static_cast<u32>(timeout), key_of(thread, other));
    default:
        return failed(Errno::enosys);
    }
}

i64 Futexes::wait(ProgramThread& thread, FutexKey const& key, vaddr word, u32 value, u32 bits,
                  Limit const& limit) {
    auto const delay = delay_of(limit);
    if (delay.is_error()) return failed(delay.error());
    FutexQueue::Waiter waiter(key, bits);
    u64 const condition = address_of(&waiter);
    {
        InterruptGuard const guard;
        queue_.add(waiter);
    }
    u32 now = 0;
    i64 outcome = 0;
    if (!get(*user_mode, now, word))
        outcome = failed(Errno::efault);
    else if (now != value)
        outcome = failed(Errno::eagain);
    Deadline const deadline(*alarms, *threads, condition, delay.value());
    while (outcome == 0) {
        u64 const ticket = threads->ticket();
        if (waiter.is_woken) return 0;
        if (deadline.is_over())
            outcome = failed(Errno::etimedout);
        else if (!thread.wait(*threads, condition, ticket))
            outcome =
                limit.place == 0 || limit.is_absolute ? call_interrupted : failed(Errno::eintr);
    }
    InterruptGuard const guard;
    return queue_.remove(waiter) ? outcome : 0;
}

i64 Futexes::wake(FutexKey const& key, u32 count, u32 bits) {
    InterruptGuard const guard;
    return queue_.wake(key, count, bits, [this](FutexQueue::Waiter& each) {
        threads->notify_all(address_of(&each));
    });
}

i64 Futexes::requeue(FutexKey const& key, u32 wakes, u32 moves, FutexKey const& to) {
    InterruptGuard const guard;
    i64 const woken = wake(key, wakes, any_bits);
    return woken + queue_.move(key, moves, to);
}

i64 Futexes::set_robust_list(Task& task, vaddr head, u64 bytes) {
    if (bytes != sizeof(RobustList)) return failed(Errno::einval);
    ProgramThread::of(task).robust_list = head;
    return 0;
}

i64 Futexes::get_robust_list(Task& task, u32 thread, vaddr head, vaddr bytes) {
    ProgramThread const& own = ProgramThread::of(task);
    if (thread != 0 && thread != own.id) return failed(Errno::eperm);
    u64 const size = sizeof(RobustList);
    bool const is_told = put(*user_mode, bytes, size) && put(*user_mode, head, own.robust_list);
    return is_told ? 0 : failed(Errno::efault);
}

/// An ending thread marks a word that it owns; a waiter for it learns that.
void Futexes::give_up(ProgramThread& thread, vaddr word) {
    u32 value = 0;
    if (!is_aligned<vaddr>(word, sizeof(u32)) || !get(*user_mode, value, word)) return;
    if ((value & owner_mask) != thread.id) return;
    {
        InterruptGuard const guard; // nobody begins to wait meanwhile; the page is there
        if (!get(*user_mode, value, word)) return;
        u32 const marked = (value & has_waiters) | owner_died;
        if (!put(*user_mode, word, marked)) return;
    }
    if ((value & has_waiters) != 0) wake(key_of(thread, word), 1, any_bits);
}

void Futexes::give_up_list(ProgramThread& thread) {
    constexpr u32 words_max = 2048; // a list that never ends is damaged
    constexpr vaddr inherits = 1;   // a bit of an address: the word is of another kind
    vaddr const head = exchange(thread.robust_list, 0);
    RobustList list = {};
    if (head == 0 || !get(*user_mode, list, head)) return;
    auto const word_of = [&list](vaddr entry) {
        return (entry & ~inherits) + static_cast<u64>(list.word_offset);
    };
    vaddr entry = list.next;
    for (u32 i = 0; i < words_max && (entry & ~inherits) != head; ++i) {
        vaddr next = 0;
        bool const is_read = get(*user_mode, next, entry & ~inherits);
        if (entry != list.pending) give_up(thread, word_of(entry));
        if (!is_read) break;
        entry = next;
    }
    if (list.pending != 0) give_up(thread, word_of(list.pending));
}

/// The word of set_tid_address, for which `join` waits.
void Futexes::clear_word(ProgramThread& thread) {
    vaddr const word = exchange(thread.cleared_word, 0);
    if (word == 0 || thread.process.alive_threads < 2) return;
    if (put(*user_mode, word, u32{0})) wake(key_of(thread, word), 1, any_bits);
}

void Futexes::thread_ends(Task& task) {
    ProgramThread& thread = ProgramThread::of(task);
    give_up_list(thread);
    clear_word(thread);
}

} // namespace flat::unix::futex
