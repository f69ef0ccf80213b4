// SPDX-License-Identifier: BSD-2-Clause
// Data and the lock that they are reached by, in one.
#pragma once

#include <core/utility.hpp>
#include <domain/lock.hpp>

namespace flat {

/// Data that threads or handlers share, which cannot be touched without holding their lock: `lock`
/// gives the only way to them, for as long as its result lives.
///
///     auto const names = names_.lock(); // until the end of the block
///     names->add(name);
///
/// Which lock guards which data is thus a type and no convention (as Serenity's
/// SpinlockProtected). Locks are not recursive: what takes a guard's data by reference, rather than
/// the `Guarded`, runs under a lock that its caller holds. Do not keep a reference into the data
/// longer than the guard, do not block while one lives, and take no second one of the same data.
/// Where the domain has one processor and the lock has no data, a `Guarded<T>` is as large as a
/// `T`.
template<class T>
class Guarded : NonCopyable {
public:
    /// The right to use the data, and the way to them.
    class Guard : NonCopyable {
    public:
        T& operator*() const { return data_; }
        T* operator->() const { return &data_; }

    private:
        friend Guarded;

        explicit Guard(Guarded& guarded) : guard_(guarded.lock_), data_(guarded.data_) {}

        domain::LockGuard guard_;
        T& data_;
    };

    /// Waits until nobody else holds the lock.
    [[nodiscard]] Guard lock() { return Guard(*this); }

private:
    [[no_unique_address]] domain::Lock lock_;
    T data_{};
};

} // namespace flat
