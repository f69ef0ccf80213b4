// SPDX-License-Identifier: BSD-2-Clause
// The offset of a member is computed.
// RUN: %refused --class Node %s
#include <cstddef>

struct Links {
    int next = 0;
};

struct Node : Links {
    int key = 1;
};

#pragma GCC diagnostic ignored "-Winvalid-offsetof"

int main() {
    // CHECK: error[C03{{[0-9]+}}]: {{.*}}`offsetof`
    // CHECK-NEXT: --> {{.*}}offset_of_member.cpp:[[#@LINE+1]]:
    return offsetof(Node, key);
}
