// SPDX-License-Identifier: BSD-2-Clause
// Known failure of clang-reorder-fields 19: it moves an array without a size before other members.
// RUN: %refused --class message --order bytes,kind,length %s
// CHECK: error[R0204]: `bytes` must stay the last member of `message`
// CHECK-NEXT: --> {{.*}}flexible_array.c:[[#@LINE+2]]:8
// CHECK: help: place it last
struct message {
    int kind;
    int length;
    char bytes[];
};

int main(void) {
    struct message message = {0, 0};
    return message.kind;
}
