// SPDX-License-Identifier: BSD-2-Clause
// Functions that a base's constructor calls with its object call virtual functions, or keep it.
// RUN: %refused --class Derived %s
#include <cstdio>

struct Base;
Base* kept = nullptr;
Base& itself(Base& base);
void keep(Base& base);

struct Base {
    Base() {
        keep(*this);
        // CHECK: error[C0401]: the object is given away while `Base` is constructed or destroyed
        // CHECK-NEXT: --> {{.*}}object_passed_on.cpp:[[#@LINE+1]]:24
        Base* other = &itself(*this);
        other->count = 1;
        // CHECK: error[C0401]: `Base::name` is called on a detour while `Base` is constructed or
        // CHECK-NEXT: --> {{.*}}object_passed_on.cpp:[[#@LINE+1]]:33
        std::puts(itself(*this).name());
        Base* moving = this;
        // CHECK: error[C0401]: the object is given away while `Base` is constructed or destroyed
        // CHECK-NEXT: --> {{.*}}object_passed_on.cpp:[[#@LINE+1]]:9
        moving = other;
        moving->count = 2;
        // CHECK: error[C0401]: `Base::name` is called on a detour while `Base` is constructed or
        // CHECK-NEXT: --> {{.*}}object_passed_on.cpp:[[#@LINE+1]]:47
        auto later = [this] { std::puts(this->name()); };
        later();
        // CHECK: error[C0401]: `Base::show` is called on a detour while `Base` is constructed or
        // CHECK-NEXT: --> {{.*}}object_passed_on.cpp:[[#@LINE+1]]:31
        [this](auto which) { (show(which)); }(1);
    }
    virtual ~Base() = default;
    virtual char const* name() const { return "base"; }
    virtual void show(int) const { std::puts("base"); }
    virtual void show(long) const { std::puts("long base"); }
    int count = 0;
};

Base& itself(Base& base) {
    return base;
}

void keep(Base& base) {
    // CHECK: error[C0401]: the object is given away while `Base` is constructed or destroyed
    // CHECK-NEXT: --> {{.*}}object_passed_on.cpp:[[#@LINE+1]]:13
    kept = &base;
}

struct Derived : Base {
    char const* name() const override { return "derived"; }
    void show(int) const override { std::puts("derived"); }
    void show(long) const override { std::puts("long derived"); }
};

int main() {
    Derived derived;
    std::puts(kept->name());
}
