// SPDX-License-Identifier: BSD-2-Clause
// A member of the base asks the object while it is destroyed.
// RUN: %refused --class Derived %s
#include <cstdio>

struct Base;

struct Part {
    Base* owner = nullptr;
    ~Part();
};

struct Base {
    Part part;
    virtual int number() const { return 1; }
};

struct Derived : Base {
    int number() const override { return 2; }
};

Part::~Part() {
    // CHECK: error[C0401]: `Base::number` may be called on the object while `Base` is
    // CHECK-NEXT: --> {{.*}}member_asks_owner.cpp:[[#@LINE+1]]:
    std::printf("%d\n", owner->number());
}

int main() {
    Derived derived;
    derived.part.owner = &derived;
}
