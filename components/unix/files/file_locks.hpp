// SPDX-License-Identifier: BSD-2-Clause
// Locks of files: bytes that somebody has for himself, or reads (fcntl(2), flock(2)).
#pragma once

#include <core/containers/list.hpp>
#include <core/types.hpp>
#include <core/utility.hpp>
#include <flat/memory/objects.hpp>

namespace flat::unix::files {

/// Advisory: who does not ask is not kept from anything. An owner, a process or an open file, never
/// conflicts with itself; what it locks again is locked as it was asked for last. Callers have
/// interrupts disabled.
class FileLocks : NonCopyable {
public:
    static constexpr u32 locks_max = 4096;
    static constexpr u64 to_the_end = ~u64{0};
    static constexpr u32 chain_max = 10; ///< of owners that wait for each other: as Linux looks

    /// Whom a lock of an open file is told to belong to.
    static constexpr u32 no_process = ~u32{0};

    /// Bytes from `begin` to before `end` of a file, of an owner that is reported to others by its
    /// number.
    struct Lock {
        void const* file;
        void const* owner;
        u32 owner_number;
        bool is_exclusive;
        u64 begin;
        u64 end;

        bool operator==(Lock const& other) const {
            return file == other.file && owner == other.owner && begin == other.begin &&
                   end == other.end && is_exclusive == other.is_exclusive;
        }
    };

    explicit FileLocks(memory::Objects& records) : records_(records) {}

    /// Somebody who waits for a lock, as long as that lasts.
    struct Waiter {
        Lock const& wanted;
        ListLink<Waiter> link = {};
    };

    /// What another owner has that keeps this from being locked; null if there is nothing.
    Lock const* conflict(Lock const& wanted) const;

    /// Whether the owner has exactly this.
    bool has(Lock const& wanted) const;

    /// Whether whoever has what is wanted waits, perhaps by others, for the one that wants it. An
    /// open file never does: it has no process that would wait.
    bool is_deadlock(Lock const& wanted) const;
    void begin_waiting(Waiter& waiter) { waiters_.push_back(waiter); }
    void end_waiting(Waiter& waiter) { waiters_.remove(waiter); }

    /// Locks it, which nothing keeps from that; false if there is no room.
    bool lock(Lock const& wanted);
    /// Unlocks those bytes; false if there is no room for what is left of a lock on both sides.
    bool unlock(Lock const& wanted);
    /// Unlocks all that an owner has of a file.
    void unlock_all(void const* file, void const* owner);

private:
    struct Record {
        ListLink<Record> link;
        Lock lock;
    };

    static bool overlap(Lock const& one, Lock const& other) {
        return one.file == other.file && one.begin < other.end && other.begin < one.end;
    }
    Lock joined(Lock const& wanted) const;
    Lock const* awaited_by(void const* owner) const;
    Record* make(Lock const& lock);
    void dispose(Record& record);
    void cut(Lock const& wanted, Record* spare);
    bool is_split_by(Lock const& wanted) const;

    memory::Objects& records_;
    IntrusiveList<Record, &Record::link> locks_;
    IntrusiveList<Waiter, &Waiter::link> waiters_;
    u32 count_ = 0;
};

} // namespace flat::unix::files
