// SPDX-License-Identifier: BSD-2-Clause
// With `--replace` calls of the function itself find its versions.
// RUN: %same_output --replace %s
// RUN: %spec_of %s %t.spec
// RUN: %specialize %t.spec --replace -o %t.o -- gcc -O2 -c %s
// RUN: /usr/lib/llvm-19/bin/llvm-nm --defined-only %t.o | %FileCheck %s
// CHECK: T main
// CHECK: T power
// SPEC: entry power(int base, int exponent) as power_of_two;
// SPEC: static base = 2;
// PRINTS: 1024 9
#include <stdio.h>

__attribute__((noinline)) int power(int base, int exponent) {
    return exponent == 0 ? 1 : base * power(base, exponent - 1);
}

int main(void) { printf("%d %d\n", power(2, 10), power(3, 2)); }
