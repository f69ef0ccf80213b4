// SPDX-License-Identifier: BSD-2-Clause
// In a diamond one side's overrider hides the other side's base.
// RUN: %same_output --class Controller %s
#include <cstdio>

struct Component {
    virtual ~Component() = default;
    virtual int power() const { return 1; }
    virtual int noise() const { return 2; }
    int both() const { return power() * 10 + noise(); }
    int id = 3;
};
struct Heater : virtual Component {
    int power() const override { return 50; }
};
struct Blower : virtual Component {
    int noise() const override { return 70 + power(); }
    int id = 4;
};
struct Controller : Heater, Blower {
    int sum() const { return power() + noise() + id; }
};

int main() {
    Controller controller;
    Component& component = controller;
    std::printf("%d %d %d\n", controller.both(), controller.sum(), component.id);
    std::printf("%d\n", controller.Component::power());
}

// PRINTS: 620 174 3
// PRINTS: 1
