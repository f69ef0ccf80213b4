// SPDX-License-Identifier: BSD-2-Clause
// The base looks otherwise to each compiler.
// RUN: %refused --class Derived %s
struct Base {
    virtual ~Base() = default;
#if defined(__clang__)
    int value = 1;
#else
    long value = 2;
#endif
};

// CHECK: error[C0214]: the definition of `Derived` or of a base of it depends on which compiler
// CHECK-NEXT: --> {{.*}}compiler_dependent.cpp:[[#@LINE+1]]:8
struct Derived : Base {};

int main() {
    return static_cast<int>(Derived().value);
}
