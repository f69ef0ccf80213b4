// SPDX-License-Identifier: BSD-2-Clause
// Two initialisers print, which can be seen.
// RUN: %refused --class Pair %s
#include <cstdio>

int noted(int value) {
    std::printf("%d\n", value);
    return value;
}

struct Pair {
    Pair()
        : first(noted(1)),
          // CHECK: error[R0402]: the initialisers of `first` and `second` would run in another order
          // CHECK-NEXT: --> {{.*}}:[[#@LINE+1]]:11
          second(noted(2)) {}
    int first;
    int second;
};

int main() {
    return Pair().first - 1;
}
