// SPDX-License-Identifier: BSD-2-Clause
// An assertion of the program pins an offset.
// RUN: %refused --class record %s
#include <stddef.h>

struct record {
    int id;
    long value;
};
// CHECK: error[R0602]: this would not compile any more in the new order
// CHECK-NEXT: --> {{.*}}:[[#@LINE+1]]:
_Static_assert(offsetof(struct record, value) == 8, "known to assembly");

int main(void) {
    struct record record = {0, 1};
    return record.id;
}
