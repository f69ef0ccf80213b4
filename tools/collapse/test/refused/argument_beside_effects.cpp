// SPDX-License-Identifier: BSD-2-Clause
// An argument with an effect stands in an initialiser that reads what it changes, or beside
// another such argument.
// RUN: %refused --class Sum --class Pair %s
int counter = 0;

int next() {
    return ++counter;
}

struct Tens {
    explicit Tens(int ones) : value(counter * 10 + ones) {}
    int value;
    virtual int get() const { return value; }
};

struct Sum : Tens {
    // CHECK: error[C0404]: the argument for `ones` of `Tens` would not be evaluated exactly
    // CHECK-NEXT: --> {{.*}}argument_beside_effects.cpp:[[#@LINE+1]]:
    Sum() : Tens(next()) {}
    int get() const override { return value + 1; }
};

struct Digits {
    Digits(int ones, int tens) : value(tens * 10 + ones) {}
    int value;
    virtual int get() const { return value; }
};

struct Pair : Digits {
    // CHECK: error[C0404]: the argument for `tens` of `Digits` would not be evaluated exactly
    // CHECK-NEXT: --> {{.*}}argument_beside_effects.cpp:[[#@LINE+1]]:
    Pair() : Digits{next(), next()} {}
    int get() const override { return value + 1; }
};

int main() {
    return Sum().get() + Pair().get();
}
