// SPDX-License-Identifier: BSD-2-Clause
// Two classes of one base are to be flattened: a call through the base has to choose.
// RUN: %refused --class Cat --class Dog %s
struct Animal {
    virtual ~Animal() = default;
    virtual int legs() const = 0;
};

struct Cat : Animal {
    int legs() const override { return 4; }
};

struct Dog : Animal {
    int legs() const override { return 3; }
};

// CHECK: error[C02{{[0-9]+}}]: {{.*}}`Animal`
int count(Animal const& animal) {
    return animal.legs();
}

int main() {
    return count(Cat()) + count(Dog());
}
