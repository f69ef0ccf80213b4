// SPDX-License-Identifier: BSD-2-Clause
// Locks of a domain whose threads are preempted by each other.
#pragma once

#include <core/atomic.hpp>
#include <core/utility.hpp>
#include <domain/system_call.hpp>

namespace flat::domain {

/// Free or taken.
class Lock {
private:
    friend class LockGuard;

    Atomic<bool> taken_ = false;
};

/// Holds a lock for the block that it stands in. A caller that has to wait lets others run.
class LockGuard : NonCopyable {
public:
    explicit LockGuard(Lock& lock) : lock_(lock) {
        while (lock_.taken_.exchange(true, MemoryOrder::acquire))
            system_call(u64(BasicCall::yield));
    }
    ~LockGuard() { lock_.taken_.store(false, MemoryOrder::release); }

private:
    Lock& lock_;
};

} // namespace flat::domain
