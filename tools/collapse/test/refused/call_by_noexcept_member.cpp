// SPDX-License-Identifier: BSD-2-Clause
// A pointer to a member function holds a `noexcept` one.
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

extern Target target;

void probe() {
    Base& base = target;
    // CHECK: error[C0401]: `Base::get` may be called on the object while `Base` is constructed
    // CHECK-NEXT: --> {{.*}}call_by_noexcept_member.cpp:[[#@LINE+1]]:
    std::printf("%d\n", base.get());
}

struct Asker {
    void ask() noexcept { probe(); }
} asker;

void (Asker::*pointer)() = &Asker::ask;

void hook() {
    (asker.*pointer)();
}

Target target;

int main() {
    probe();
}
