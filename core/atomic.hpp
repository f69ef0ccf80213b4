// SPDX-License-Identifier: BSD-2-Clause
// Atomic variables, over the compilers' builtins.
#pragma once

#include <core/traits.hpp>
#include <core/types.hpp>
#include <core/utility.hpp>

namespace flat {

/// How an atomic access orders the accesses around it, as in the C++ memory model.
enum class MemoryOrder : int {
    relaxed = __ATOMIC_RELAXED,
    acquire = __ATOMIC_ACQUIRE,
    release = __ATOMIC_RELEASE,
    acquire_release = __ATOMIC_ACQ_REL,
    sequential = __ATOMIC_SEQ_CST,
};

/// A variable that several processors, or a thread and its interrupts, access at once.
template<PlainData T>
class Atomic : NonCopyable {
    static_assert(sizeof(T) <= sizeof(u64), "wider accesses would need locks");

public:
    constexpr Atomic() = default;
    constexpr Atomic(T value) : value_(value) {}

    T load(MemoryOrder order = MemoryOrder::sequential) const {
        T value;
        __atomic_load(&value_, &value, static_cast<int>(order));
        return value;
    }

    void store(T value, MemoryOrder order = MemoryOrder::sequential) {
        __atomic_store(&value_, &value, static_cast<int>(order));
    }

    /// Stores a value and returns the one before.
    T exchange(T value, MemoryOrder order = MemoryOrder::sequential) {
        T old;
        __atomic_exchange(&value_, &value, &old, static_cast<int>(order));
        return old;
    }

    /// Stores `value` where `expected` is found and tells whether it was; else updates `expected`.
    bool compare_exchange(T& expected, T value, MemoryOrder order = MemoryOrder::sequential) {
        return __atomic_compare_exchange(&value_, &expected, &value, false, static_cast<int>(order),
                                         __ATOMIC_RELAXED);
    }

    /// Adds and returns the value before.
    T fetch_add(T amount, MemoryOrder order = MemoryOrder::sequential)
        requires Integer<T>
    {
        return __atomic_fetch_add(&value_, amount, static_cast<int>(order));
    }

    /// Subtracts and returns the value before.
    T fetch_subtract(T amount, MemoryOrder order = MemoryOrder::sequential)
        requires Integer<T>
    {
        return __atomic_fetch_sub(&value_, amount, static_cast<int>(order));
    }

    /// Sets bits and returns the value before.
    T fetch_or(T bits, MemoryOrder order = MemoryOrder::sequential)
        requires Integer<T>
    {
        return __atomic_fetch_or(&value_, bits, static_cast<int>(order));
    }

    /// Keeps only `bits` and returns the value before.
    T fetch_and(T bits, MemoryOrder order = MemoryOrder::sequential)
        requires Integer<T>
    {
        return __atomic_fetch_and(&value_, bits, static_cast<int>(order));
    }

private:
    T value_{};
};

} // namespace flat
