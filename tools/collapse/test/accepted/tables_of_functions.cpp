// SPDX-License-Identifier: BSD-2-Clause
// A static table of pointers to functions of the base drives the class. (g++ 12 takes such a
// pointer for one to a virtual function, and warns of a class too small to have any.)
// RUN: %same_output --class Machine --flag=-Wno-array-bounds %s
#include <cstdio>

class States {
public:
    virtual ~States() = default;
    int step(int state) { return (this->*table[state])(); }

protected:
    virtual int idle() { return 1; }
    virtual int run() = 0;
    int stop() { return 0; }

private:
    typedef int (States::*Action)();
    static Action const table[];
};

States::Action const States::table[] = {&States::idle, &States::run, &States::stop};

class Machine : public States {
    int run() override { return 2; }
    int idle() override { return States::idle(); }
};

int main() {
    Machine machine;
    int state = 0;
    for (int step = 0; step < 4; ++step) {
        state = machine.step(state);
        std::printf("%d", state);
    }
    std::puts("");
}

// PRINTS: 1201
