// SPDX-License-Identifier: BSD-2-Clause
// The size of a base is asked for: it is that of the class afterwards.
// RUN: %refused --class Large %s
struct Small {
    int value = 1;
};

struct Large : Small {
    int more[7] = {};
};

int main() {
    Large large;
    // CHECK: error[C0305]: the size or alignment of the base `Small` is asked for, which will be
    // CHECK-NEXT: --> {{.*}}size_of_base.cpp:[[#@LINE+1]]:29
    return static_cast<int>(sizeof(Small)) + large.value;
}
