// SPDX-License-Identifier: BSD-2-Clause
// A parameter is used where it is not evaluated, or more than once.
// RUN: %refused --class Typed --class Looped --class Known %s
int counter = 0;

int next() {
    return ++counter;
}

struct Type {
    explicit Type(int number) : value(decltype(number)(3)) {}
    int value;
    virtual int get() const { return value; }
};

struct Typed : Type {
    // CHECK: error[C0404]: the argument for `number` of `Type` would stand where it is not
    // CHECK-NEXT: --> {{.*}}argument_not_evaluated.cpp:[[#@LINE+1]]:
    Typed() : Type(next()) {}
    int get() const override { return value + counter; }
};

struct Loop {
    explicit Loop(int number)
        : value(__extension__({
              int sum = 0;
              for (int i = 0; i < 3; ++i)
                  sum += number;
              sum;
          })) {}
    int value;
    virtual int get() const { return value; }
};

struct Looped : Loop {
    // CHECK: error[C0404]: the argument for `number` of `Loop` would stand where it is not
    // CHECK-NEXT: --> {{.*}}argument_not_evaluated.cpp:[[#@LINE+1]]:
    Looped() : Loop(next()) {}
    int get() const override { return value + counter; }
};

struct Query {
    explicit Query(int number) : value(__builtin_constant_p(number)) {}
    int value;
    virtual int get() const { return value; }
};

struct Known : Query {
    // CHECK: error[C0404]: the argument for `number` of `Query` would stand where it is not
    // CHECK-NEXT: --> {{.*}}argument_not_evaluated.cpp:[[#@LINE+1]]:
    Known() : Query(next()) {}
    int get() const override { return value + counter; }
};

int main() {
    return Typed().get() + Looped().get() + Known().get();
}
