// SPDX-License-Identifier: BSD-2-Clause
// While the base is constructed, a virtual function is called on a member of a global object.
// RUN: %refused --class Target %s
#include <cstdio>

void hook();

struct Base {
    Base() { hook(); }
    virtual int get() const { return 1; }
};

struct Target : Base {
    int get() const override { return 2; }
};

struct Holder {
    Target member;
    int ask() { return member.get(); }
} holder;

int ask(Base const& base) {
    // CHECK: error[C0401]: `Base::get` may be called on the object while `Base` is constructed
    // CHECK-NEXT: --> {{.*}}call_by_member_of_global.cpp:[[#@LINE+1]]:
    return base.get();
}

void probe() {
    std::printf("%d\n", ask(holder.member) + holder.ask());
}
void hook() {
    probe();
}

Target target;

int main() {
    probe();
}
