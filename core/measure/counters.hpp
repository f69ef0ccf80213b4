// SPDX-License-Identifier: BSD-2-Clause
// Counts of events, which `flat run --stats` finds in each instance and shows by their names.
#pragma once

#include <core/atomic.hpp>
#include <core/types.hpp>

namespace flat {

/// How often something has happened since the start, where a lock guards it or one thread counts.
///
/// The kit shows each one that is a member of a component or of what its members consist of, not
/// what they point to. It is told by the member's name, so that name is what users read.
class Counter {
public:
    operator u64() const { return value_; }
    Counter& operator++() { return *this += 1; }
    Counter& operator+=(u64 events) {
        value_ += events;
        return *this;
    }

private:
    u64 value_ = 0;
};

/// The same where several threads and interrupts count at once, without a lock.
class SharedCounter {
public:
    operator u64() const { return value_.load(MemoryOrder::relaxed); }
    SharedCounter& operator++() {
        value_.fetch_add(1, MemoryOrder::relaxed);
        return *this;
    }

private:
    Atomic<u64> value_ = 0;
};

} // namespace flat
