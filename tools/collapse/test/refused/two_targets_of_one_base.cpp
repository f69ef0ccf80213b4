// SPDX-License-Identifier: BSD-2-Clause
// Two classes of one base are to be flattened: a call through the base has to choose.
// RUN: %refused --class Cat --class Dog %s
struct Animal {
    virtual ~Animal() = default;
    virtual int legs() const = 0;
};

// CHECK: error[C0205]: `Cat` derives from `Animal` too
// CHECK-NEXT: --> {{.*}}two_targets_of_one_base.cpp:[[#@LINE+1]]:14
struct Cat : Animal {
    int legs() const override { return 4; }
};

// CHECK: error[C0205]: `Dog` derives from `Animal` too
// CHECK-NEXT: --> {{.*}}two_targets_of_one_base.cpp:[[#@LINE+1]]:14
struct Dog : Animal {
    int legs() const override { return 3; }
};

int count(Animal const& animal) {
    return animal.legs();
}

int main() {
    return count(Cat()) + count(Dog());
}
