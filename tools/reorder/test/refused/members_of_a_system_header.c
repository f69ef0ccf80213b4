// SPDX-License-Identifier: BSD-2-Clause
// A system header within the braces writes a member, which has no text in the program.
// RUN: mkdir -p %t.include
// RUN: echo 'int inner;' > %t.include/member.h
// RUN: %refused --class record --flag=-isystem --flag=%t.include %s
struct record {
    int first;
// CHECK: error[R0503]: the text of a member of `record` cannot be told from its surroundings
// CHECK-NEXT: --> {{.*}}member.h:1:5
// CHECK: help: write the member itself into the class, without headers of the system
#include <member.h>
    char last;
};

int main(void) {
    struct record record = {.first = 1, .inner = 1};
    return record.first - record.inner;
}
