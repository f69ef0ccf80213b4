// SPDX-License-Identifier: BSD-2-Clause
// Bit-fields with default initialisers; two runs that come to stand beside each other stay apart.
// RUN: %same_output --class Flags --order ready,late,mark,number %s
// RUN: %same_output --class Flags %s
#include <cstdio>

struct Flags {
    bool ready : 1 = true;
    unsigned char level : 3 = 5;
    long number = 9;
    unsigned late : 7 = 100;
    unsigned rest : 20 = 77777;
    char mark = 'm';
};

int main() {
    Flags flags;
    std::printf("%d %d %ld %u %u %c\n", flags.ready, flags.level, flags.number, flags.late,
                flags.rest, flags.mark);
}

// PRINTS: 1 5 9 100 77777 m
