// SPDX-License-Identifier: BSD-2-Clause
// Casts between the class and its bases, up, down and along virtual functions.
// RUN: %same_output --class Motor %s
#include <cstdio>

struct Part {
    virtual ~Part() = default;
    virtual int id() const { return 1; }
};

struct Moving : Part {
    int speed = 5;
};

struct Motor : Moving {
    int id() const override { return static_cast<Part const*>(this)->Part::id() + 10; }
    int torque = 7;
};

int use(Part& part) {
    auto& motor = static_cast<Motor&>(part);
    return motor.torque + static_cast<Moving*>(&part)->speed;
}

int main() {
    Motor motor;
    Part* part = &motor;
    Part* none = nullptr;
    Motor* back = static_cast<Motor*>(part);
    std::printf("%d %d %d\n", use(*part), back->id(), static_cast<Motor*>(none) == nullptr);
    std::printf("%d %d\n", back == &motor, part == &motor);
}

// PRINTS: 12 11 1
// PRINTS: 1 1
