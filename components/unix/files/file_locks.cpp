// SPDX-License-Identifier: BSD-2-Clause
// Locks of files: bytes that somebody has for himself, or reads.
#include <unix/files/file_locks.hpp>

#include <new>

namespace flat::unix::files {

FileLocks::Lock const* FileLocks::conflict(Lock const& wanted) const {
    for (Record* each = locks_.first(); each; each = locks_.after(*each)) {
        bool const is_other = each->lock.owner != wanted.owner && overlap(each->lock, wanted);
        if (is_other && (each->lock.is_exclusive || wanted.is_exclusive)) return &each->lock;
    }
    return nullptr;
}

bool FileLocks::has(Lock const& wanted) const {
    for (Record* each = locks_.first(); each; each = locks_.after(*each))
        if (each->lock == wanted) return true;
    return false;
}

bool FileLocks::is_deadlock(Lock const& wanted) const {
    Lock const* held = conflict(wanted);
    for (u32 steps = 0; held && steps < chain_max; ++steps) {
        if (held->owner_number == no_process) return false;
        if (held->owner == wanted.owner) return true;
        held = awaited_by(held->owner);
    }
    return false;
}

/// What an owner waits for; null if it does not.
FileLocks::Lock const* FileLocks::awaited_by(void const* owner) const {
    for (Waiter* each = waiters_.first(); each; each = waiters_.after(*each))
        if (each->wanted.owner == owner) return conflict(each->wanted);
    return nullptr;
}

bool FileLocks::lock(Lock const& wanted) {
    Lock const whole = joined(wanted);
    Record* const record = make(whole);
    bool const is_done = record && unlock(whole);
    if (is_done)
        locks_.push_back(*record);
    else if (record)
        dispose(*record);
    return is_done;
}

/// With what the owner has of the same kind right beside it: F_GETLK reports one lock.
FileLocks::Lock FileLocks::joined(Lock const& wanted) const {
    Lock whole = wanted;
    for (Record* each = locks_.first(); each; each = locks_.after(*each)) {
        Lock const& lock = each->lock;
        bool const is_alike = lock.file == wanted.file && lock.owner == wanted.owner &&
                              lock.is_exclusive == wanted.is_exclusive;
        if (!is_alike || lock.begin > wanted.end || wanted.begin > lock.end) continue;
        whole.begin = min(whole.begin, lock.begin);
        whole.end = max(whole.end, lock.end);
    }
    return whole;
}

bool FileLocks::unlock(Lock const& wanted) {
    Record* spare = nullptr;
    if (is_split_by(wanted)) {
        spare = make(wanted);
        if (!spare) return false;
    }
    cut(wanted, spare);
    return true;
}

/// Whether something is left on both sides of those bytes: of one lock at most.
bool FileLocks::is_split_by(Lock const& wanted) const {
    for (Record* each = locks_.first(); each; each = locks_.after(*each)) {
        Lock const& lock = each->lock;
        if (lock.file != wanted.file || lock.owner != wanted.owner) continue;
        if (lock.begin < wanted.begin && lock.end > wanted.end) return true;
    }
    return false;
}

void FileLocks::unlock_all(void const* file, void const* owner) {
    cut({file, owner, 0, false, 0, to_the_end}, nullptr); // nothing is left on both sides
}

/// Takes those bytes out of the owner's locks; `spare` becomes what is after them, if need be.
void FileLocks::cut(Lock const& wanted, Record* spare) {
    Record* next = nullptr;
    for (Record* each = locks_.first(); each; each = next) {
        next = locks_.after(*each);
        Lock& lock = each->lock;
        if (lock.owner != wanted.owner || !overlap(lock, wanted)) continue;
        bool const has_before = lock.begin < wanted.begin;
        bool const has_after = lock.end > wanted.end;
        if (has_before && has_after) {
            spare->lock = lock;
            spare->lock.begin = wanted.end;
            locks_.push_back(*spare);
        }
        if (has_before) {
            lock.end = wanted.begin;
        } else if (has_after) {
            lock.begin = wanted.end;
        } else {
            locks_.remove(*each);
            dispose(*each);
        }
    }
}

FileLocks::Record* FileLocks::make(Lock const& lock) {
    if (count_ == locks_max) return nullptr;
    auto const place = records_.allocate(sizeof(Record));
    if (place.is_error()) return nullptr;
    ++count_;
    return new (pointer_to<void>(place.value())) Record{{}, lock};
}

void FileLocks::dispose(Record& record) {
    --count_;
    record.~Record();
    records_.free(address_of(&record), sizeof(Record));
}

} // namespace flat::unix::files
