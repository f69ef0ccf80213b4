// SPDX-License-Identifier: BSD-2-Clause
// A template names members of two bases by class; what they are called differs by its argument.
// RUN: %refused --class Both %s
#include <cstdio>

struct Left {
    int count = 1;
};
struct Right {
    int count = 2;
};
struct Both : Left, Right {};

template<class Kind>
int left(Kind const& kind) {
    // CHECK: error[C0602]: this would not compile any more in the flat class
    // CHECK-NEXT: --> {{.*}}dependent_qualified_name.cpp:[[#@LINE+1]]:23
    return kind.Left::count;
}

int main() {
    std::printf("%d %d\n", left(Both()), Both().Right::count);
}
