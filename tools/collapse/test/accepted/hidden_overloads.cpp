// SPDX-License-Identifier: BSD-2-Clause
// A function of the class hides all overloads of its name in the base: they take no part in calls
// from outside, but in those from the base.
// RUN: %same_output --class Printer %s
#include <cstdio>

struct Writer {
    void write(char value) { std::printf("base char %c\n", value); }
    void write(double value) { std::printf("base double %.1f\n", value); }
    void both() {
        write('b');
        write(2.5);
        write(2.5f);
    }
};

struct Printer : Writer {
    void write(int value) { std::printf("int %d\n", value); }
    void all(double value) {
        write('a');
        write(value);
        Writer::write('c');
        both();
    }
};

int main() {
    Printer printer;
    printer.all(1.5);
    printer.write('z');
    printer.Writer::write(3.0);
}

// PRINTS: int 97
// PRINTS: int 1
// PRINTS: base char c
// PRINTS: base char b
// PRINTS: base double 2.5
// PRINTS: base double 2.5
// PRINTS: int 122
// PRINTS: base double 3.0
