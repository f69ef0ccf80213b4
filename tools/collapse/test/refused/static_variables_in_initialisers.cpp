// SPDX-License-Identifier: BSD-2-Clause
// A lambda expression with a static variable stands in an initialiser of a base, and in a default
// argument.
// RUN: %refused --class Counted --class Numbered %s
struct Count {
    Count()
        // CHECK: error[C0414]: a lambda expression or a block of statements would be written
        // CHECK-NEXT: --> {{.*}}static_variables_in_initialisers.cpp:[[#@LINE+1]]:
        : value([] {
              static int last = 0;
              return ++last;
          }()) {}
    int value;
    virtual int get() const { return value; }
};

struct Counted : Count {
    Counted() {}
    explicit Counted(int) {}
    int get() const override { return value; }
};

struct Number {
    explicit Number(int value =
                        // CHECK: error[C0414]: a lambda expression or a block of statements
                        // CHECK-NEXT: --> {{.*}}static_variables_in_initialisers.cpp:[[#@LINE+1]]:
                        [] {
                            static int last = 0;
                            return ++last;
                        }())
        : value(value) {}
    int value;
    virtual int get() const { return value; }
};

struct Numbered : Number {
    Numbered() {}
    explicit Numbered(int) {}
    int get() const override { return value; }
};

int main() {
    return Counted().get() + Counted(1).get() + Numbered().get() + Numbered(1).get();
}
