// SPDX-License-Identifier: BSD-2-Clause
// Registers of hardware.
// RUN: %refused --class registers %s
struct registers {
    unsigned control;
    // CHECK: error[R0304]: `registers::status` is volatile
    // CHECK-NEXT: --> {{.*}}:[[#@LINE+1]]:
    volatile unsigned status;
};

int main(void) {
    struct registers registers = {0, 0};
    return (int)registers.status;
}
