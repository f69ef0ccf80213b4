// SPDX-License-Identifier: BSD-2-Clause
// Definitions of base and class declare variables in the same breath.
// RUN: %same_output --class Derived %s
#include <cstdio>

struct Base {
    int value = 3;
    int get() const { return value; }
} *current = nullptr, *other;

struct Derived : Base {
    int more = 4;
} object, *pointer = &object;

int main() {
    current = pointer;
    other = &object;
    object.value += 10;
    std::printf("%d %d %d\n", current->get(), other->value, pointer->more);
}

// PRINTS: 13 13 4
