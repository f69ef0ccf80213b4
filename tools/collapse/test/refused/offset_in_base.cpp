// SPDX-License-Identifier: BSD-2-Clause
// The offset of a member in a base is asked for: it is another one in the class.
// RUN: %refused --class Node %s
#include <cstddef>

struct Links {
    int next = 0;
    int previous = 0;
};

struct Node : Links {
    int key = 1;
};

unsigned long at() {
    // CHECK: error[C0314]: the offset of a member in the base `Links` will be that in `Node`
    // CHECK-NEXT: --> {{.*}}offset_in_base.cpp:[[#@LINE+1]]:12
    return offsetof(Links, previous);
}

int main() {
    return static_cast<int>(at()) + Node().key;
}
