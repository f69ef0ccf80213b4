// SPDX-License-Identifier: BSD-2-Clause
// The share of the scheduler: priority, time slice, and the thread's place among those who wait.
#pragma once

#include "thread_base.hpp"

namespace scenario {

class SchedulingPart;

/// The threads that wait for a message, the latest last.
class WaitingList {
    friend class SchedulingPart;

    SchedulingPart* first_ = nullptr;
    SchedulingPart* last_ = nullptr;
};

class SchedulingPart : public virtual ThreadBase {
public:
    SchedulingPart(unsigned priority, Word ticks) : ticks_(ticks), priority_(priority) {}

    unsigned priority() const override { return priority_; }
    void add_ticks(Word ticks) override { ticks_ += ticks; }

    void join(WaitingList& list) override {
        next_ = nullptr;
        previous_ = list.last_;
        (previous_ ? previous_->next_ : list.first_) = this;
        list.last_ = this;
    }

    void leave(WaitingList& list) override {
        (previous_ ? previous_->next_ : list.first_) = next_;
        (next_ ? next_->previous_ : list.last_) = previous_;
    }

    /// Whether another thread may run in this one's stead at once.
    bool yields_to(ThreadBase const& next) const { return next.priority() >= priority(); }

    /// Gives the rest of the time slice away.
    void donate_to(ThreadBase& next) {
        next.add_ticks(ticks_);
        ticks_ = 0;
    }

private:
    SchedulingPart* next_ = nullptr;
    SchedulingPart* previous_ = nullptr;
    Word ticks_;
    unsigned priority_;
};

} // namespace scenario
