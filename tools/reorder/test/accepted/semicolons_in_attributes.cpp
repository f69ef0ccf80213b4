// SPDX-License-Identifier: BSD-2-Clause
// Attributes after a name may hold semicolons.
// RUN: %same_output --class Record --flag=-Wno-deprecated-declarations %s
#include <cstdio>

struct Record {
    char first = 'a';
    int old __attribute__((deprecated("use ; first"))) = 0, more = 2;
    int other [[deprecated("none; at all")]] = 3;
    long last = 4;
};

int main() {
    Record record;
    std::printf("%c %d %ld\n", record.first, record.more, record.last);
}

// PRINTS: a 2 4
