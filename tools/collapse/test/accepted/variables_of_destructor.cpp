// SPDX-License-Identifier: BSD-2-Clause
// What the body of the destructor declares ends before the body of the destructor of the base.
// RUN: %same_output --class Target %s
#include <cstdio>

struct Guard {
    explicit Guard(int number) : number(number) {}
    ~Guard() { std::printf("guard %d\n", number); }
    int number;
};

struct Base {
    virtual int get() const { return 1; }
    virtual ~Base() { std::puts("~Base"); }
};

struct Target : Base {
    int get() const override { return 2; }
    ~Target() {
        Guard const guard(1);
        Guard const& temporary = Guard(2);
        std::printf("~Target %d\n", temporary.number);
    }
};

int main() {
    Target target;
    Base& base = target;
    std::printf("%d\n", base.get());
}

// PRINTS: 2
// PRINTS: ~Target 2
// PRINTS: guard 2
// PRINTS: guard 1
// PRINTS: ~Base
