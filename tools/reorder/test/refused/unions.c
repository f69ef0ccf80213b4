// SPDX-License-Identifier: BSD-2-Clause
// The layout is seen through a union.
// RUN: %refused --class head %s
struct head {
    char kind;
    int size;
};
struct other {
    char kind;
    long more;
};
union any {
    // CHECK: error[R0509]: a union holds `struct head` beside another type
    // CHECK-NEXT: --> {{.*}}:[[#@LINE+1]]:17
    struct head head;
    struct other other;
};

int main(void) {
    union any any = {.head = {'k', 1}};
    return any.other.kind - 'k';
}
