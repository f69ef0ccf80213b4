// SPDX-License-Identifier: BSD-2-Clause
// A default initialiser that names something cannot be written into a list before C++20.
// RUN: %refused --class Defaults --flag=-std=c++17 --flag=-Wno-missing-field-initializers %s
int start = 3;

struct Defaults {
    int a;
    int b = start;
};

int main() {
    // CHECK: error[R0405]: this list cannot be written for the new order of members
    // CHECK-NEXT: --> {{.*}}:[[#@LINE+1]]:
    Defaults defaults = {3};
    return defaults.a - defaults.b;
}
