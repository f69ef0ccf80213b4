// SPDX-License-Identifier: BSD-2-Clause
// Two bases have the same name in different namespaces, and members of the same names.
// RUN: %same_output --class Both %s
#include <cstdio>

namespace left {
struct Part {
    Part() { std::puts("left part"); }
    virtual ~Part() = default;
    virtual int get() const { return value; }
    int value = 1;
};
} // namespace left

namespace right {
struct Part {
    Part() { std::puts("right part"); }
    virtual ~Part() = default;
    virtual int get() const { return value; }
    int value = 2;
};
} // namespace right

struct Both : left::Part, right::Part {
    int get() const override { return left::Part::get() * 10 + right::Part::get(); }
};

int main() {
    Both both;
    both.left::Part::value = 5;
    right::Part& right = both;
    std::printf("%d %d %d\n", both.get(), right.value, right.get());
}

// PRINTS: left part
// PRINTS: right part
// PRINTS: 52 2 52
