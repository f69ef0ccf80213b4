// SPDX-License-Identifier: BSD-2-Clause
// Between base and class stands a definition whose default arguments its declaration has.
// RUN: %same_output --class Alarm %s
#include <cstdio>

struct Listener {
    virtual ~Listener() = default;
    virtual bool wants(int event) = 0;
};

struct Source {
    Listener* listener = nullptr;
    int send(int event = 3, int times = 2);
    int last = 0;
};

inline int Source::send(int event, int times) {
    last = event;
    int taken = 0;
    for (int i = 0; i < times; ++i)
        taken += listener->wants(event + i);
    return taken;
}

struct Alarm : Listener {
    bool wants(int event) override { return event % 2 == 1; }
};

int main() {
    Alarm alarm;
    Source source{&alarm};
    int const taken = source.send();
    std::printf("%d %d\n", taken, source.send(5, 3));
}

// PRINTS: 1 2
