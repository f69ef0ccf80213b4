// SPDX-License-Identifier: BSD-2-Clause
// Only the most derived class initialises a virtual base; what the others write for it is ignored.
// RUN: %same_output --class Amphibian %s
#include <cstdio>

struct Vehicle {
    explicit Vehicle(int wheels) : wheels(wheels) {}
    virtual ~Vehicle() = default;
    int wheels;
};

struct Car : virtual Vehicle {
    Car() : Vehicle(4) {}
    virtual int doors() const { return wheels + 1; }
};

struct Boat : virtual Vehicle {
    Boat() : Vehicle(0) {}
    int length() const { return 10 * wheels; }
};

struct Amphibian : Car, Boat {
    explicit Amphibian(int wheels) : Vehicle(wheels) {}
    int doors() const override { return Car::doors() * 2; }
};

int main() {
    Amphibian six(6);
    std::printf("%d wheels, %d doors, %d long\n", six.wheels, six.doors(), six.length());
}

// PRINTS: 6 wheels, 14 doors, 60 long
