// SPDX-License-Identifier: BSD-2-Clause
// Using-declarations bring hidden overloads of a base back, and names of two bases together.
// RUN: %same_output --class Stream %s
#include <cstdio>

struct Text {
    int put(char const*) { return 1; }
    int put(char) { return 2; }
};

struct Number {
    int put(double) { return 3; }
    int put(int) { return 4; }
};

struct Stream : Text, Number {
    using Number::put;
    using Text::put;
    int put(int) { return 5; }
};

int main() {
    Stream stream;
    std::printf("%d %d %d %d\n", stream.put("text"), stream.put('c'), stream.put(1.5),
                stream.put(1));
    std::printf("%d\n", stream.Number::put(1));
}

// PRINTS: 1 2 3 5
// PRINTS: 4
