// SPDX-License-Identifier: BSD-2-Clause
// A struct of a system header.
// RUN: %refused --class timespec %s
// CHECK: error[R0301]: `timespec` belongs to a system header
#include <time.h>

int main(void) {
    struct timespec time = {0, 0};
    return (int)time.tv_sec;
}
