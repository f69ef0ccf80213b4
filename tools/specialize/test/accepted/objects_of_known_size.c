// SPDX-License-Identifier: BSD-2-Clause
// An object of which only the size is known, reached through a pointer without a type.
// RUN: %same_output %s
// SPEC: entry sum(void const *numbers, int count) as sum_of_three;
// SPEC: static count = 3, sizeof numbers = 12;
// SPEC: dynamic *numbers;
// PRINTS: 6 3 6
#include <stdio.h>

int sum(void const *numbers, int count) {
    int const *next = numbers;
    int result = 0;
    while (count-- > 0)
        result += *next++;
    return result;
}

int sum_of_three(void const *numbers, int count);

int main(void) {
    int const numbers[] = {1, 2, 3};
    printf("%d %d %d\n", sum_of_three(numbers, 3), sum_of_three(numbers, 2), sum(numbers, 3));
}
