// SPDX-License-Identifier: BSD-2-Clause
// Two members tell of their ends.
// RUN: %refused --class Both %s
#include <cstdio>

struct Loud {
    char const* name;
    ~Loud() { std::puts(name); }
};

struct Both {
    Loud first = {"first"};
    // CHECK: error[R0403]: `second` would be copied and destroyed in another order than `first`
    // CHECK-NEXT: --> {{.*}}:[[#@LINE+1]]:10
    Loud second = {"second"};
};

int main() {
    Both both;
}
