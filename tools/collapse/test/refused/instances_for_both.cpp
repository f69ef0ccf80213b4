// SPDX-License-Identifier: BSD-2-Clause
// A template has a static variable for each type: base and class would share one.
// RUN: %refused --class Derived %s
#include <cstdio>

struct Base {
    virtual ~Base() = default;
};

struct Derived : Base {};

template<class Kind>
int count(Kind const&) {
    static int calls = 0;
    return ++calls;
}

int main() {
    Derived derived;
    Base const& base = derived;
    count(derived);
    // CHECK: error[C0{{[0-9]+}}]:
    // CHECK-NEXT: --> {{.*}}instances_for_both.cpp:
    std::printf("%d\n", count(base));
}
