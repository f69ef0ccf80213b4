// SPDX-License-Identifier: BSD-2-Clause
// The destructor of a base lets an exception out, and so does the one that the compiler made.
// RUN: %same_output --class Derived --class Written %s
#include <cstdio>

struct Base {
    ~Base() noexcept(false) { throw 3; }
    int number = 1;
};

struct Derived : Base {
    int more = 2;
};

struct Other {
    ~Other() noexcept(2 < 1) { throw 4; }
    int number = 1;
};

struct Written : Other {
    ~Written() noexcept(false) { std::puts("-written"); }
};

template<class Class>
void destroy() {
    try {
        Class const object;
        std::printf("%d\n", object.number);
    } catch (int thrown) {
        std::printf("caught %d\n", thrown);
    }
}

int main() {
    destroy<Derived>();
    destroy<Written>();
}

// PRINTS: 1
// PRINTS: caught 3
// PRINTS: 1
// PRINTS: -written
// PRINTS: caught 4
