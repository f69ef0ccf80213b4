// SPDX-License-Identifier: BSD-2-Clause
// Ways from one member to another.
// RUN: %refused --class record --flag=-Wno-array-bounds %s
#include <stdio.h>

struct record {
    int first, second;
    int table[2];
    int last;
};

int main(void) {
    struct record record = {1, 2, {3, 4}, 5};
    // CHECK: error[R0506]: a step from the address of `first` leads out of it
    // CHECK-NEXT: --> {{.*}}:[[#@LINE+1]]:
    int *next = &record.first + 1;
    // CHECK: error[R0506]: the addresses of `first` and `last` are compared
    // CHECK-NEXT: --> {{.*}}:[[#@LINE+1]]:
    for (int *each = &record.first; each != next && &record.first < &record.last; ++each)
        printf("%d\n", *each);
    // CHECK: error[R0506]: the addresses of `last` and `first` are compared
    // CHECK-NEXT: --> {{.*}}:[[#@LINE+1]]:
    return (char *)&record.last - (char *)&record.first != 16;
}
