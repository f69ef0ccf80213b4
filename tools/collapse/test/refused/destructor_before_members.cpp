// SPDX-License-Identifier: BSD-2-Clause
// Members of the class are destroyed before the base's destructor runs.
// RUN: %refused --class Derived %s
#include <cstdio>

struct Noisy {
    ~Noisy() { std::puts("-member"); }
};

struct Base {
    // CHECK: error[C04{{[0-9]+}}]: {{.*}}
    // CHECK: destructor_before_members.cpp:
    ~Base() { std::puts("-base"); }
};

struct Derived : Base {
    Noisy noisy;
};

int main() {
    Derived derived;
}
