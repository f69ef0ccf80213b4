// SPDX-License-Identifier: BSD-2-Clause
// A cast to a class outside of the hierarchy is decided at run time.
// RUN: %refused --class Cat %s
struct Animal {
    virtual ~Animal() = default;
};

struct Tame {
    virtual ~Tame() = default;
};

struct Cat : Animal {};

bool is_tame(Animal const& animal) {
    // CHECK: error[C0301]: `dynamic_cast` asks for the type of an object of `Animal`
    // CHECK-NEXT: --> {{.*}}dynamic_cast_to_other.cpp:[[#@LINE+1]]:12
    return dynamic_cast<Tame const*>(&animal) != nullptr;
}

int main() {
    return is_tame(Cat());
}
