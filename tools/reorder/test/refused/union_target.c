// SPDX-License-Identifier: BSD-2-Clause
// A union has no order.
// RUN: %refused --class either %s
// CHECK: error[R0305]: `either` is a union
union either {
    int a;
    char b;
};

int main(void) {
    union either either = {0};
    return either.a;
}
