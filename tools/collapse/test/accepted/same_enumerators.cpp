// SPDX-License-Identifier: BSD-2-Clause
// Two bases have enumerations with enumerators of the same names and other values.
// RUN: %same_output --class Valve %s
#include <cstdio>

struct Motor {
    enum Mode { off, on = 3 };
    Mode mode = on;
    int power() const { return mode == on ? on * 10 : off; }
};

struct Sensor {
    enum Mode { on = 7, off };
    Mode mode = off;
    int signal() const { return mode == off ? off * 100 : on; }
};

struct Valve : Motor, Sensor {
    int both() const { return power() + signal(); }
};

int main() {
    Valve valve;
    std::printf("%d\n", valve.both());
    valve.Motor::mode = Motor::off;
    valve.Sensor::mode = Sensor::on;
    std::printf("%d\n", valve.both());
}

// PRINTS: 830
// PRINTS: 7
