// SPDX-License-Identifier: BSD-2-Clause
// Threads of programs that wait for words, and wake each other (futex(2)).
#pragma once

#include <core/maybe.hpp>
#include <unix/errno.hpp>
#include <unix/futex/futex_queue.hpp>
#include <unix/futex/futexes.flat.hpp>
#include <unix/program_thread.hpp>

namespace flat::unix::futex {

/// A word is read after its thread has been listed: a thread that changes the word and then wakes
/// finds the waiter.
class Futexes : public FutexesComponent, NonCopyable {
public:
    using FutexesComponent::FutexesComponent;

    i64 futex(Task& task, vaddr word, u32 operation, u32 value, u64 timeout, vaddr other,
              u32 third) override;
    i64 set_robust_list(Task& task, vaddr head, u64 bytes) override;
    i64 get_robust_list(Task& task, u32 thread, vaddr head, vaddr bytes) override;
    void thread_ends(Task& task) override;

private:
    /// How long a wait may take.
    struct Limit {
        vaddr place;
        bool is_absolute;
        bool is_real_time;
    };

    Result<i64, Errno> delay_of(Limit const& limit);
    i64 wait(ProgramThread& thread, FutexKey const& key, vaddr word, u32 value, u32 bits,
             Limit const& limit);
    i64 wake(FutexKey const& key, u32 count, u32 bits);
    i64 requeue(FutexKey const& key, u32 wakes, u32 moves, FutexKey const& to);
    void give_up_list(ProgramThread& thread);
    void give_up(ProgramThread& thread, vaddr word);
    void clear_word(ProgramThread& thread);

    FutexQueue queue_;
};

} // namespace flat::unix::futex
