// SPDX-License-Identifier: BSD-2-Clause
// Scoped and unscoped enumerations of bases, named through every class.
// RUN: %same_output --class Thread %s
#include <cstdio>

struct Schedulable {
    enum State { idle, ready = 5, running };
    State state = ready;
};

struct Blockable : Schedulable {
    enum class Reason : unsigned char { none, send, receive };
    enum { most_partners = 12 };
    Reason reason = Reason::send;
    int partners[most_partners] = {};
};

struct Thread : Blockable {
    void run() {
        state = running;
        reason = Reason::none;
    }
    bool runs() const { return state == Schedulable::running; }
};

int main() {
    Thread thread;
    std::printf("%d %d\n", thread.state, static_cast<int>(thread.reason));
    thread.run();
    bool idle = thread.state == Thread::idle;
    bool waits = thread.reason != Blockable::Reason::none;
    std::printf("%d %d %d %d\n", thread.runs(), idle, waits, Thread::most_partners);
}

// PRINTS: 5 1
// PRINTS: 1 0 0 12
