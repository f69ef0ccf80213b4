// SPDX-License-Identifier: BSD-2-Clause
// A set of semaphores: several operations at once, or none.
#pragma once

#include <core/containers/list.hpp>
#include <core/memory.hpp>
#include <core/span.hpp>
#include <flat/memory/objects.hpp>
#include <unix/ipc/ipc_object.hpp>

#include <new>

namespace flat::unix::ipc {

/// struct sembuf.
struct SemaphoreOperation {
    static constexpr u16 is_undone = 0x1000; ///< SEM_UNDO

    u16 number;
    i16 change; ///< of its value; 0 waits until that is 0
    u16 flags;
};

/// What a process has changed and is undone when it ends, of one set.
struct SemaphoreUndo {
    ListLink<SemaphoreUndo> link;
    void const* process;
    i32* changes; ///< one for each semaphore
};

/// Over memory for its values. Callers disable interrupts.
struct SemaphoreSet : IpcObject {
    static constexpr i32 value_max = 32767; ///< SEMVMX

    struct Semaphore {
        i32 value;
        u32 process; ///< that has changed it last
    };

    /// A caller that waits for one of the semaphores.
    struct Waiting {
        ListLink<Waiting> link;
        u32 number;
        bool is_for_zero;
    };

    /// What became of operations: done, or why not, for which of them.
    enum class Outcome : u8 { done, must_wait, out_of_range };
    struct Attempt {
        Outcome outcome;
        u32 operation;
    };

    explicit SemaphoreSet(Span<Semaphore> all) : semaphores(all) {}

    /// Does all operations, whose numbers are in the set, or none.
    Attempt perform(Span<SemaphoreOperation const> operations, SemaphoreUndo* undo, u32 process) {
        for (u32 i = 0; i < operations.size(); ++i) {
            Outcome const outcome = change(operations[i], undo);
            if (outcome == Outcome::done) continue;
            for (u32 done = i; done > 0; --done)
                take_back(operations[done - 1], undo);
            return {outcome, i};
        }
        for (SemaphoreOperation const& each : operations)
            semaphores[each.number].process = process;
        return {Outcome::done, 0};
    }

    /// A process has ended: values stay within what they may be.
    void undo(SemaphoreUndo const& of, u32 process) {
        for (u32 i = 0; i < semaphores.size(); ++i) {
            if (of.changes[i] == 0) continue;
            i32 const value = semaphores[i].value + of.changes[i];
            semaphores[i] = {min(max(value, 0), value_max), process};
        }
    }

    /// Nothing is undone of what was changed before.
    void forget_changes(u32 number) {
        for (SemaphoreUndo& each : undos)
            each.changes[number] = 0;
    }

    u32 waiting_for(u32 number, bool is_for_zero) {
        u32 count = 0;
        for (Waiting& each : waiting)
            count += each.number == number && each.is_for_zero == is_for_zero;
        return count;
    }

    Span<Semaphore> semaphores;
    IntrusiveList<Waiting, &Waiting::link> waiting;
    IntrusiveList<SemaphoreUndo, &SemaphoreUndo::link> undos;
    i64 operated_s = 0;

private:
    Outcome change(SemaphoreOperation const& operation, SemaphoreUndo* undo) {
        Semaphore& semaphore = semaphores[operation.number];
        i32 const value = semaphore.value + operation.change;
        bool const waits = operation.change == 0 ? value != 0 : value < 0;
        if (waits) return Outcome::must_wait;
        if (value > value_max) return Outcome::out_of_range;
        if ((operation.flags & SemaphoreOperation::is_undone) != 0) {
            i32 const after = undo->changes[operation.number] - operation.change;
            if (after < -value_max - 1 || after > value_max) return Outcome::out_of_range;
            undo->changes[operation.number] = after;
        }
        semaphore.value = value;
        return Outcome::done;
    }

    void take_back(SemaphoreOperation const& operation, SemaphoreUndo* undo) {
        semaphores[operation.number].value -= operation.change;
        if ((operation.flags & SemaphoreOperation::is_undone) != 0)
            undo->changes[operation.number] += operation.change;
    }
};

} // namespace flat::unix::ipc
