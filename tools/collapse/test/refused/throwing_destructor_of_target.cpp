// SPDX-License-Identifier: BSD-2-Clause
// The destructor throws, after which that of the base runs.
// RUN: %refused --class Target %s
#include <cstdio>

struct Base {
    ~Base() { std::puts("Base ends"); }
    virtual int get() const { return 1; }
};

struct Target : Base {
    // CHECK: error[C0410]: an exception may leave this destructor, after which those of bases
    // CHECK-NEXT: --> {{.*}}throwing_destructor_of_target.cpp:[[#@LINE+1]]:
    ~Target() noexcept(false) { throw 1; }
    int get() const override { return 2; }
};

int main() {
    try {
        return Target().get();
    } catch (int) {
        return 0;
    }
}
