// SPDX-License-Identifier: BSD-2-Clause
// Assembly gets the address of an object.
// RUN: %refused --class record %s
struct record {
    int first;
    long second;
};

long second_of(struct record *record) {
    long value;
    // CHECK: error[R0507]: assembly gets an object of `record`
    // CHECK-NEXT: --> {{.*}}:[[#@LINE+1]]:
    __asm__("" : "=r"(value) : "0"(record));
    return value;
}

int main(void) {
    struct record record = {1, 2};
    return second_of(&record) == 0;
}
