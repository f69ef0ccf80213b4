// SPDX-License-Identifier: BSD-2-Clause
// Constructors that the class inherits by a using-declaration, with default arguments.
// RUN: %same_output --class Lamp %s
#include <cstdio>

struct Component {
    explicit Component(int port, char const* name = "unnamed") : port_(port), name_(name) {}
    Component(int port, int other) : port_(port + other), name_("sum") {}
    virtual ~Component() = default;
    virtual void show() const = 0;

protected:
    int port_;
    char const* name_;
};

struct Lamp : Component {
    using Component::Component;
    void show() const override { std::printf("%s at %d, %d times on\n", name_, port_, times); }
    int times = 3;
};

int main() {
    Lamp first(1);
    Lamp second(2, "desk");
    Lamp third(2, 3);
    first.show();
    second.show();
    third.show();
}

// PRINTS: unnamed at 1, 3 times on
// PRINTS: desk at 2, 3 times on
// PRINTS: sum at 5, 3 times on
