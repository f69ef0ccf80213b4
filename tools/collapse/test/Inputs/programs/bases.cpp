// SPDX-License-Identifier: BSD-2-Clause
// Defines members of the bases. One is overridden, and named by its class in another unit.
#include "thread.hpp"
#include <cstdio>
void ThreadBase::wake() {
    state_ = 1;
}
int ThreadBase::state() const {
    return state_;
}
void Queued::enqueue(int priority) {
    priority_ = priority;
    std::printf("%d queued at %d\n", number(), priority);
    wake();
}
