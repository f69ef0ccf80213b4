// SPDX-License-Identifier: BSD-2-Clause
// Pointers to functions of base and class, virtual and not, called through object and pointer.
// RUN: %same_output --class Robot %s
#include <cstdio>
#include <functional>

struct Machine {
    virtual ~Machine() = default;
    virtual int move(int by) { return by; }
    int stop() const { return 7; }
    int twice(int (Machine::*action)(int), int by) { return (this->*action)(by) * 2; }
};

struct Robot : Machine {
    int move(int by) override { return by + 1000; }
    int wave() const { return 9; }
};

int main() {
    Robot robot;
    Machine& machine = robot;
    int (Machine::*move)(int) = &Machine::move;
    int (Robot::*own_move)(int) = &Robot::move;
    int (Robot::*converted)(int) = &Machine::move;
    int (Robot::*quiet)() const = &Robot::stop;
    std::printf("%d %d %d\n", (machine.*move)(1), (robot.*own_move)(2), (robot.*converted)(3));
    std::printf("%d %d\n", (robot.*quiet)(), machine.twice(move, 5));
    quiet = &Robot::wave;
    std::printf("%d %d\n", ((&robot)->*quiet)(), std::invoke(&Machine::stop, robot));
}

// PRINTS: 1001 1002 1003
// PRINTS: 7 2010
// PRINTS: 9 7
