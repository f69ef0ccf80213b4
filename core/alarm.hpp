// SPDX-License-Identifier: BSD-2-Clause
// What is done at a later time.
#pragma once

#include <core/containers/list.hpp>
#include <core/types.hpp>

namespace flat {

namespace thread {
class AlarmWheel;
}

/// A member, or a base, of whoever has something done later, and no longer set when that ends.
class Alarm {
public:
    /// The time has come. Called in an interrupt; may set this alarm again.
    virtual void expired() = 0;

protected:
    ~Alarm() = default;

private:
    friend class thread::AlarmWheel;

    ListLink<Alarm> link_;
    u64 due_tick_ = 0;
};

} // namespace flat
