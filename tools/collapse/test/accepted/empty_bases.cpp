// SPDX-License-Identifier: BSD-2-Clause
// Empty bases, virtual and not, with functions and types only.
// RUN: %same_output --class Handle %s
#include <cstdio>

struct Comparable {
    template<class Left, class Right>
    static bool less(Left const& left, Right const& right) {
        return left.key() < right.key();
    }
};

struct Printable {
    void print(int value) const { std::printf("<%d>\n", value); }
};

struct Marker {};

struct Handle : Comparable, Printable, virtual Marker {
    explicit Handle(int key) : key_(key) {}
    int key() const { return key_; }
    void show() const { print(key_); }

private:
    int key_;
};

int main() {
    Handle first(1);
    Handle second(2);
    first.show();
    std::printf("%d %d\n", Handle::less(first, second), Comparable::less(second, first));
}

// PRINTS: <1>
// PRINTS: 1 0
