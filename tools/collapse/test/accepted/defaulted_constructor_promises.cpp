// SPDX-License-Identifier: BSD-2-Clause
// A defaulted constructor that has to be written stays constant, and lets out what it let out.
// RUN: %same_output --class Constant --class Quiet --class Loud %s
#include <cstdio>
#include <type_traits>

struct Base {
    constexpr Base() noexcept : value(4) {}
    int value;
    virtual int get() const { return value; }
};

struct Constant : Base {
    Constant() = default;
    int get() const override { return value + 1; }
};

extern Constant constant;

struct Early {
    Early() { std::printf("early %d\n", constant.value); }
} early;

Constant constant;

struct Silent {
    Silent() noexcept { std::puts("Silent"); }
    virtual int get() const { return 1; }
};

struct Quiet : Silent {
    Quiet() = default;
    int get() const override { return 2; }
};

int fail() {
    throw 1;
}

struct Number {
    explicit Number(int number) noexcept : number(number) {}
    int number;
    virtual int get() const { return number; }
};

struct Loud : Number {
    using Number::Number;
    int value = fail();
    int get() const override { return value; }
};

int main() {
    std::printf("%d %d\n", constant.get(), std::is_nothrow_default_constructible_v<Quiet>);
    std::printf("%d\n", Quiet().get());
    try {
        std::printf("%d\n", Loud(3).get());
    } catch (int) {
        std::puts("caught");
    }
}

// PRINTS: early 4
// PRINTS: 5 1
// PRINTS: Silent
// PRINTS: 2
// PRINTS: caught
