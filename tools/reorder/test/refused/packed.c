// SPDX-License-Identifier: BSD-2-Clause
// A packed struct is known elsewhere.
// RUN: %refused --class header %s
// CHECK: error[R0303]: `header` is packed
// CHECK-NEXT: --> {{.*}}:[[#@LINE+1]]:8
struct header {
    char kind;
    int size;
} __attribute__((packed));

int main(void) {
    struct header header = {'k', 1};
    return header.size - 1;
}
