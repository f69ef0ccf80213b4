// SPDX-License-Identifier: BSD-2-Clause
// A mix-in that calls what others define.
#pragma once
#include "thread_base.hpp"
class Queued : public virtual ThreadBase {
public:
    void enqueue(int priority);
    int priority() const { return priority_; }

private:
    int priority_ = 7;
};
