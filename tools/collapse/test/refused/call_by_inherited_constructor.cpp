// SPDX-License-Identifier: BSD-2-Clause
// An inherited constructor and the destructor of a member run while the base is constructed.
// RUN: %refused --class Target %s
#include <cstdio>
#include <new>

void hook();

struct Base {
    Base() { hook(); }
    virtual int get() const { return 1; }
};

struct Target : Base {
    int get() const override { return 2; }
};

extern Target target;

void probe() {
    Base& base = target;
    // CHECK: error[C0401]: `Base::get` may be called on the object while `Base` is constructed
    // CHECK-NEXT: --> {{.*}}call_by_inherited_constructor.cpp:[[#@LINE+1]]:
    std::printf("%d\n", base.get());
}

struct Member {
    ~Member() { probe(); }
};

struct Parent {
    explicit Parent(int) {}
    Member member;
};

struct Child : Parent {
    using Parent::Parent;
};

void hook() {
    alignas(Child) unsigned char place[sizeof(Child)];
    Child* const child = new (place) Child(3);
    child->~Child();
}

Target target;

int main() {
    probe();
}
