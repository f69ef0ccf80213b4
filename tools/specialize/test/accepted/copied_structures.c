// SPDX-License-Identifier: BSD-2-Clause
// What is known of a part of a structure stays known when it is copied, moved and overlapped.
// RUN: %same_output %s
// SPEC: entry copies(struct both *b, int value, int way) as copies_known;
// SPEC: static b->mode = 3, b->width = 8, b->tail[1] = 'x';
// SPEC: expect way in {0, 1, 2, 3, 4};
// PRINTS: 944086058 3 82 8 120 100
// PRINTS: 1144490015 4 82 8 120 100
// PRINTS: 922835402 3 82 8 97 99
// PRINTS: 1123239359 4 82 8 97 99
// PRINTS: 969191864 3 82 5066061 97 100
// PRINTS: 1169595821 4 82 5066061 97 100
// PRINTS: -1601306209 771 20992 2048 0 99
// PRINTS: -1637071212 1028 20992 2048 0 99
// PRINTS: 248058325 0 134217728 6989586621679009792 120 100
// PRINTS: 248058225 0 134217728 6989586621679009792 120 100
// PRINTS: 923499485 3 82 8 97 100
// PRINTS: 1123903442 4 82 8 97 100
#include <stdio.h>
#include <string.h>

struct both {
    short mode;
    int value;
    long width;
    char tail[5];
    struct both* next;
};

int copies(struct both* b, int value, int way) {
    struct both copy, other = {0};
    memcpy(&copy, b, sizeof copy);
    copy.value += value;
    other = copy;
    if (way == 0) memmove(&other.tail[0], &other.tail[1], 4);
    if (way == 1) memmove(&other.tail[1], &other.tail[0], 4);
    if (way == 2) memset(&other.width, value, 3);
    if (way == 3) memmove((char*)&other + 1, &other, 20);
    if (way == 4) memmove(&other, (char*)&other + 1, 20);
    *b = other;
    long sum = other.mode * 7L + other.width;
    for (unsigned i = 0; i < sizeof other.tail; ++i)
        sum = sum * 31 + other.tail[i];
    return (int)(sum + copy.tail[1] + other.value + (copy.mode == 3 ? 100 : 0));
}

int copies_known(struct both* b, int value, int way);

int main(void) {
    for (int way = 0; way < 6; ++way)
        for (int mode = 3; mode < 5; ++mode) {
            struct both b;
            memset(&b, 0, sizeof b);
            b.mode = (short)mode, b.value = 5, b.width = 8;
            memcpy(b.tail, "axbcd", 5);
            int const result = copies_known(&b, 77, way);
            printf("%d %d %d %ld %d %d\n", result, b.mode, b.value, b.width, b.tail[0], b.tail[4]);
        }
}
