// SPDX-License-Identifier: BSD-2-Clause
// The compiler's own assignment takes bases as they are declared; in the flat class members of
// virtual bases come first.
// RUN: %refused --class Derived %s
#include <cstdio>

struct Loud {
    Loud(int given) : value(given) {}
    Loud(Loud const&) = default;
    Loud& operator=(Loud const& other) {
        value = other.value;
        std::printf("= %d\n", value);
        return *this;
    }
    int value = 0;
};

struct First {
    // CHECK: error[C0411]: `First::first` would be copied or moved at another moment by the
    // CHECK-NEXT: --> {{.*}}assignments_in_another_order.cpp:[[#@LINE+1]]:10
    Loud first{1};
    virtual int get() const { return first.value; }
};

struct Shared {
    Loud shared{2};
};

struct Derived : First, virtual Shared {
    Loud own{3};
};

int main() {
    Derived derived;
    Derived other;
    other = derived;
    std::printf("%d\n", other.get());
}
