// SPDX-License-Identifier: BSD-2-Clause
// A member defines the type that another one has, or counts by.
// RUN: %refused --class record %s
struct record {
    struct place {
        int x;
    } first;
    // CHECK: error[R0602]: the declaration of `second` needs that of `first` before it
    // CHECK-NEXT: --> {{.*}}type_of_a_member.c:[[#@LINE+1]]:18
    struct place second[2];
    struct place *shown;
    enum { many = 3 } kind;
    // CHECK: error[R0602]: the declaration of `third` needs that of `kind` before it
    // CHECK-NEXT: --> {{.*}}type_of_a_member.c:[[#@LINE+1]]:10
    char third[many];
};

int main(void) {
    struct record record = {.first = {0}, .kind = many};
    return record.first.x + record.kind - many;
}
