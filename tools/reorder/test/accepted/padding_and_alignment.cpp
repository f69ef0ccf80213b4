// SPDX-License-Identifier: BSD-2-Clause
// A plan may leave bytes free, and ask for less alignment than a type has.
// RUN: %same_output --class Object --order "flag+3,number@4,small,other+8" %s
#include <cstddef>
#include <cstdio>

struct Object {
    long number = 1;
    char flag = 'f';
    short small = 2;
    long other = 3;
};

int main() {
    Object objects[2] = {{}, {4, 'g', 5, 6}};
    for (Object const& each : objects)
        std::printf("%ld %c %d %ld\n", each.number, each.flag, each.small, each.other);
}

// PRINTS: 1 f 2 3
// PRINTS: 4 g 5 6
