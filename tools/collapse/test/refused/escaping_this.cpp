// SPDX-License-Identifier: BSD-2-Clause
// The base's constructor hands its object to a function that calls a virtual one.
// RUN: %refused --class Derived %s
#include <cstdio>

struct Base;
void greet(Base const& base);

struct Base {
    Base() { greet(*this); }
    virtual ~Base() = default;
    virtual char const* name() const { return "base"; }
};

void greet(Base const& base) {
    // CHECK: error[C0401]: `Base::name` is called on a detour while `Base` is constructed or
    // CHECK-NEXT: --> {{.*}}escaping_this.cpp:[[#@LINE+1]]:20
    std::puts(base.name());
}

struct Derived : Base {
    char const* name() const override { return "derived"; }
};

int main() {
    greet(Derived());
}
