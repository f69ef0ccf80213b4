// SPDX-License-Identifier: BSD-2-Clause
// The program asks whether a name is ambiguous in the class.
// RUN: %same_output --class Both %s
#include <cstdio>

struct Left {
    int count = 1;
    int total() const { return count; }
};
struct Right {
    int count = 2;
    int rest() const { return count; }
};
struct Both : Left, Right {};

template<class Kind>
concept Countable = requires(Kind kind) { kind.count; };

int main() {
    Both both;
    std::printf("%d %d %d\n", Countable<Both>, both.total(), both.rest());
}

// PRINTS: 0 1 2
