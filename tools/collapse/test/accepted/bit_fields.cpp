// SPDX-License-Identifier: BSD-2-Clause
// Bit-fields of several bases, signed and unsigned, unnamed and of width zero.
// RUN: %same_output --class Descriptor %s
#include <cstdio>

struct Rights {
    unsigned read : 1 = 1;
    unsigned write : 1 = 0;
    unsigned : 3;
    signed level : 4 = -3;
};

struct Location {
    unsigned long page : 52;
    unsigned long : 0;
    unsigned char node : 5;
};

struct Descriptor : Rights, Location {
    Descriptor(unsigned long page, unsigned node) {
        this->page = page;
        this->node = static_cast<unsigned char>(node) & 31;
    }
    bool valid : 1 = true;
};

int main() {
    Descriptor descriptor((1ul << 52) + 5, 35);
    descriptor.write = descriptor.read;
    descriptor.level = 7;
    std::printf("%d %d %d %lx %d %d\n", descriptor.read, descriptor.write, descriptor.level,
                static_cast<unsigned long>(descriptor.page), descriptor.node, descriptor.valid);
}

// PRINTS: 1 1 7 5 3 1
