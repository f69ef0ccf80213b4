// SPDX-License-Identifier: BSD-2-Clause
// Functions overloaded for references and pointers to a base and for unrelated types.
// RUN: %same_output --class Car %s
#include <cstdio>

struct Vehicle {
    virtual ~Vehicle() = default;
    virtual int wheels() const = 0;
};

struct Car : Vehicle {
    int wheels() const override { return 4; }
    operator bool() const { return true; }
};

int count(Vehicle const& vehicle) {
    return vehicle.wheels();
}
int count(bool) {
    return -1;
}
int count(Vehicle const* vehicle) {
    return vehicle->wheels() * 10;
}
int count(void const*) {
    return -2;
}
int count(...) {
    return -3;
}

int main() {
    Car car;
    Car const* pointer = &car;
    std::printf("%d %d %d\n", count(car), count(pointer), count(static_cast<void const*>(pointer)));
}

// PRINTS: 4 40 -2
