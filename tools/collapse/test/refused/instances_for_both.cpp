// SPDX-License-Identifier: BSD-2-Clause
// A template has a static variable for each type: base and class would share one.
// RUN: %refused --class Derived %s
#include <cstdio>

struct Base {
    virtual ~Base() = default;
};

struct Derived : Base {};

template<class Kind>
// CHECK: error[C0317]: two instances of the template `count` will be one, with one address and one
// CHECK-NEXT: --> {{.*}}instances_for_both.cpp:[[#@LINE+1]]:5
int count(Kind const&) {
    static int calls = 0;
    return ++calls;
}

int main() {
    Derived derived;
    Base const& base = derived;
    count(derived);
    std::printf("%d\n", count(base));
}
