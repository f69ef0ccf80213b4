// SPDX-License-Identifier: BSD-2-Clause
// A virtual function has other default arguments in base and class; the static type of the call
// chooses the value, the object the function.
// RUN: %same_output --class Motor %s
#include <cstdio>

struct Engine {
    virtual ~Engine() = default;
    virtual int turn(int by = 1) { return by; }
    int usual() { return turn(); }
};

struct Motor : Engine {
    int turn(int by = 50) override { return by * 10; }
    int own() { return turn(); }
};

int run(Engine& engine) {
    return engine.turn();
}

int main() {
    Motor motor;
    std::printf("%d %d %d %d %d\n", run(motor), motor.usual(), motor.own(), motor.turn(),
                motor.Engine::turn());
}

// PRINTS: 10 10 500 500 1
