// SPDX-License-Identifier: BSD-2-Clause
// Differences of offsets.
// RUN: %refused --class record %s
#include <stddef.h>

struct record {
    int id;
    long begin;
    long end;
};

int main(void) {
    // CHECK: error[R0505]: offsets and sizes are combined in a way that cannot be followed
    // CHECK-NEXT: --> {{.*}}:[[#@LINE+1]]:
    size_t length = offsetof(struct record, end) - offsetof(struct record, begin);
    // CHECK: error[R0505]
    // CHECK-NEXT: --> {{.*}}:[[#@LINE+1]]:
    size_t rest = sizeof(struct record) - offsetof(struct record, end);
    return length != rest;
}
