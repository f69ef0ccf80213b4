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
    // CHECK: error[C03{{[0-9]+}}]: {{.*}}`Small`
    // CHECK-NEXT: --> {{.*}}size_of_base.cpp:[[#@LINE+1]]:
    return static_cast<int>(sizeof(Small)) + large.value;
}
