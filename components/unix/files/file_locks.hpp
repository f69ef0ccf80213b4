// SPDX-License-Identifier: BSD-2-Clause
// Locks of records: bytes of a file that a process has for itself, or reads (fcntl(2)).
#pragma once

#include <core/list.hpp>
#include <core/types.hpp>
#include <core/utility.hpp>
#include <flat/memory/objects.hpp>

namespace flat::unix::files {

/// Advisory: a process that does not ask is not kept from anything. A process never conflicts with
/// itself; what it locks again is locked as it was asked for last. Callers have interrupts
/// disabled.
class FileLocks : NonCopyable {
public:
    static constexpr u32 locks_max = 1024;
    static constexpr u64 to_the_end = ~u64{0};

    /// Bytes from `begin` to before `end` of a file, of an owner that is reported to others by its
    /// number.
    struct Lock {
        void const* file;
        void const* owner;
        u32 owner_number;
        bool is_exclusive;
        u64 begin;
        u64 end;
    };

    explicit FileLocks(memory::Objects& records) : records_(records) {}

    /// What another owner has that keeps this from being locked; null if there is nothing.
    Lock const* conflict(Lock const& wanted) const;
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
    Record* make(Lock const& lock);
    void dispose(Record& record);
    void cut(Lock const& wanted, Record*& spare);

    memory::Objects& records_;
    IntrusiveList<Record, &Record::link> locks_;
    u32 count_ = 0;
};

} // namespace flat::unix::files
