// SPDX-License-Identifier: BSD-2-Clause
// Members of the class are destroyed before the base's destructor runs.
// RUN: %refused --class Derived %s
#include <cstdio>

struct Noisy {
    ~Noisy() { std::puts("-member"); }
};

struct Base {
    ~Base() { std::puts("-base"); }
};

struct Derived : Base {
    // CHECK: error[C0409]: `Derived::noisy` would be destroyed after the body of the destructor of
    // CHECK-NEXT: --> {{.*}}destructor_before_members.cpp:[[#@LINE+1]]:11
    Noisy noisy;
};

int main() {
    Derived derived;
}
