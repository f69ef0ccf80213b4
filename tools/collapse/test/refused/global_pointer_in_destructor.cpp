// SPDX-License-Identifier: BSD-2-Clause
// While the base is destroyed, a function reaches the object by a global pointer.
// RUN: %refused --class Derived %s
#include <cstdio>

struct Base;
Base* current = nullptr;
int ask();

struct Base {
    ~Base() { std::printf("%d\n", ask()); }
    virtual int number() const { return 1; }
};

int ask() {
    // CHECK: error[C0401]: `Base::number` may be called on the object while `Base` is
    // CHECK-NEXT: --> {{.*}}global_pointer_in_destructor.cpp:[[#@LINE+1]]:
    return current ? current->number() : 0;
}

struct Derived : Base {
    int number() const override { return 2; }
};

int main() {
    Derived derived;
    current = &derived;
}
