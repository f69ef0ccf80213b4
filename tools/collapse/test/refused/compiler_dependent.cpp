// SPDX-License-Identifier: BSD-2-Clause
// The base looks otherwise to each compiler.
// RUN: %refused --class Derived %s
struct Base {
    virtual ~Base() = default;
    // CHECK: error[C0{{[0-9]+}}]:
    // CHECK-NEXT: --> {{.*}}compiler_dependent.cpp:[[#@LINE+1]]:
#if defined(__clang__)
    int value = 1;
#else
    long value = 2;
#endif
};

struct Derived : Base {};

int main() {
    return static_cast<int>(Derived().value);
}
