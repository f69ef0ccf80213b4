// SPDX-License-Identifier: BSD-2-Clause
// The address of the whole object is asked for, which only polymorphic classes can tell.
// RUN: %refused --class Cat %s
struct Animal {
    virtual ~Animal() = default;
};

struct Cat : Animal {};

void const* whole(Animal const& animal) {
    // CHECK: error[C0301]: `dynamic_cast` asks for the type of an object of `Animal`
    // CHECK-NEXT: --> {{.*}}dynamic_cast_to_void.cpp:[[#@LINE+1]]:12
    return dynamic_cast<void const*>(&animal);
}

int main() {
    return whole(Cat()) == nullptr;
}
