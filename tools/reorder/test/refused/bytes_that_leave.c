// SPDX-License-Identifier: BSD-2-Clause
// Objects are compared, saved and copied as bytes.
// RUN: %refused --class record %s
#include <stdio.h>
#include <string.h>
#include <unistd.h>

struct record {
    int id;
    long value;
};

int save(const struct record *one, const struct record *other, char *buffer, FILE *file) {
    // CHECK: error[R0502]: `fwrite` takes an object of `struct record` as bytes
    // CHECK-NEXT: --> {{.*}}:[[#@LINE+1]]:
    fwrite(one, sizeof *one, 1, file);
    // CHECK: error[R0502]: `memcpy` takes an object of `struct record` as bytes
    // CHECK-NEXT: --> {{.*}}:[[#@LINE+1]]:
    memcpy(buffer, one, sizeof *one);
    // CHECK: error[R0502]: `memcmp` takes an object of `struct record` as bytes
    // CHECK-NEXT: --> {{.*}}:[[#@LINE+1]]:
    return memcmp(one, other, sizeof *one);
}

int main(void) {
    struct record record = {1, 2};
    char buffer[sizeof(struct record)];
    return save(&record, &record, buffer, stdout);
}
