// SPDX-License-Identifier: BSD-2-Clause
// The class converts implicitly from others, and takes part in overload choice with that.
// RUN: %same_output --class Money %s
#include <cstdio>
#include <initializer_list>

struct Cents {
    Cents(int cents) : cents(cents) {}
    int cents;
};

struct Money : Cents {
    Money(int units) : Cents(units * 100) {}
    Money(std::initializer_list<int> parts) : Cents(0) {
        for (int part : parts)
            cents += part;
    }
};

int worth(Money const& money) {
    return money.cents;
}
int worth(double) {
    return -1;
}

int main() {
    Money braces{1, 2, 3};
    Money one = 5;
    Money list = {7};
    std::printf("%d %d %d %d %d\n", worth(one), worth(braces), worth({2, 2}), worth(list),
                worth(2.0));
}

// PRINTS: 500 6 4 7 -1
