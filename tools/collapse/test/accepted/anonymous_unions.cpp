// SPDX-License-Identifier: BSD-2-Clause
// Anonymous unions and structures in bases and in the class.
// RUN: %same_output --class Value %s
#include <cstdio>

struct Number {
    union {
        int integer;
        float real;
    };
    bool is_real = false;
    Number() : integer(5) {}
};

struct Parts {
    short low;
    short high;
};

struct Pair : Number {
    union {
        Parts parts;
        int whole = 0x00020001;
    };
};

struct Value : Pair {
    void set(float value) {
        real = value;
        is_real = true;
    }
    union {
        char const* text;
        void* pointer = nullptr;
    };
};

int main() {
    Value value;
    std::printf("%d %x %d\n", value.integer, value.whole, value.pointer == nullptr);
    value.set(1.5f);
    value.whole = 7;
    value.text = "text";
    std::printf("%.1f %d %s\n", value.real, value.whole, value.text);
}

// PRINTS: 5 20001 1
// PRINTS: 1.5 7 text
