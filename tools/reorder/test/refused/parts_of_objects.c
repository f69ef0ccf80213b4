// SPDX-License-Identifier: BSD-2-Clause
// Ranges of members are cleared, copied and saved.
// RUN: %refused --class record %s
#include <stddef.h>
#include <string.h>

struct record {
    int id;
    int begin;
    char name[8];
    long end;
};

void clear(struct record *record) {
    // CHECK: error[R0501]: `memset` takes a part of an object of `struct record`
    // CHECK-NEXT: --> {{.*}}:[[#@LINE+1]]:5
    memset(record, 0, offsetof(struct record, end));
    // CHECK: error[R0501]: `memset` takes members from `begin` on
    // CHECK-NEXT: --> {{.*}}:[[#@LINE+1]]:5
    memset((char *)&record->begin, 0, sizeof(struct record) - sizeof(int));
    memset(record->name, 0, sizeof record->name);
}

int main(void) {
    struct record record;
    clear(&record);
    return 0;
}
