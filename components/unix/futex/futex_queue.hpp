// SPDX-License-Identifier: BSD-2-Clause
// Waiters for words of programs, in the order in which they came (futex(2)).
#pragma once

#include <core/containers/list.hpp>
#include <core/types.hpp>
#include <core/utility.hpp>

namespace flat::unix::futex {

/// Which word: a place in what several processes may share, or in the memory of one.
struct FutexKey {
    u64 object = 0;
    u64 offset = 0;

    bool operator==(FutexKey const& other) const {
        return object == other.object && offset == other.offset;
    }
};

/// Lists of waiters, by words. Callers disable interrupts.
class FutexQueue : NonCopyable {
public:
    /// A waiting thread, in memory of its own. `bits` tells for which occasions.
    struct Waiter {
        Waiter(FutexKey word, u32 for_bits) : key(word), bits(for_bits) {}

        ListLink<Waiter> link;
        FutexKey key;
        u32 bits;
        bool volatile is_woken = false;
    };

    void add(Waiter& waiter) { row_of(waiter.key).push_back(waiter); }

    /// Ends a wait; false if it has been ended before.
    bool remove(Waiter& waiter) {
        if (waiter.is_woken) return false;
        row_of(waiter.key).remove(waiter);
        return true;
    }

    /// Ends the waits of up to `count` threads for a word on one of these occasions, the earliest
    /// first, and calls `woken` for each. Returns how many.
    template<class Function>
    u32 wake(FutexKey const& key, u32 count, u32 bits, Function const& woken) {
        return take(key, count, bits, [&woken](Waiter& waiter) {
            waiter.is_woken = true;
            woken(waiter);
        });
    }

    /// Moves up to `count` waiters of a word to another one. Returns how many.
    u32 move(FutexKey const& key, u32 count, FutexKey const& to) {
        if (key == to) return 0;
        return take(key, count, ~u32{0}, [this, &to](Waiter& waiter) {
            waiter.key = to;
            add(waiter);
        });
    }

private:
    using Row = IntrusiveList<Waiter, &Waiter::link>;

    static constexpr u32 rows = 64;

    Row& row_of(FutexKey const& key) {
        constexpr u64 factor = 0x9e37'79b9'7f4a'7c15;
        return rows_[((key.object ^ key.offset >> 2) * factor) >> 58];
    }

    template<class Function>
    u32 take(FutexKey const& key, u32 count, u32 bits, Function const& function) {
        Row& row = row_of(key);
        u32 taken = 0;
        for (Waiter* each = row.first(); each && taken < count;) {
            Waiter* const next = row.after(*each);
            if (each->key == key && (each->bits & bits) != 0) {
                row.remove(*each);
                function(*each);
                ++taken;
            }
            each = next;
        }
        return taken;
    }

    Row rows_[rows];
};

} // namespace flat::unix::futex
