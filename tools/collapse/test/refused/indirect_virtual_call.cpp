// SPDX-License-Identifier: BSD-2-Clause
// While the base is constructed, a function that it calls makes the virtual call.
// RUN: %refused --class Derived %s
#include <cstdio>

struct Base {
    Base() { announce(); }
    virtual ~Base() = default;
    virtual char const* name() const { return "base"; }
    // CHECK: error[C0401]: `Base::name` is called on a detour while `Base` is constructed or
    // CHECK-NEXT: --> {{.*}}indirect_virtual_call.cpp:[[#@LINE+1]]:39
    void announce() const { std::puts(name()); }
};

struct Derived : Base {
    char const* name() const override { return "derived"; }
};

int main() {
    Derived().announce();
}
