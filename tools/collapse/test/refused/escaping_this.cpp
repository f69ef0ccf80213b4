// SPDX-License-Identifier: BSD-2-Clause
// The base's constructor hands itself to a function that calls a virtual one.
// RUN: %refused --class Derived %s
#include <cstdio>

struct Base;
void greet(Base const& base);

struct Base {
    // CHECK: error[C0401]: the object is given away while `Base` is constructed or destroyed, when
    // CHECK-NEXT: --> {{.*}}escaping_this.cpp:[[#@LINE+1]]:21
    Base() { greet(*this); }
    virtual ~Base() = default;
    virtual char const* name() const { return "base"; }
};

void greet(Base const& base) {
    std::puts(base.name());
}

struct Derived : Base {
    char const* name() const override { return "derived"; }
};

int main() {
    greet(Derived());
}
