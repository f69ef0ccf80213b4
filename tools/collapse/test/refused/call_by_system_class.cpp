// SPDX-License-Identifier: BSD-2-Clause
// The library calls an overrider of one of its virtual functions while the base is constructed.
// RUN: %refused --class Target %s
#include <cstdio>
#include <ostream>
#include <streambuf>

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
    // CHECK-NEXT: --> {{.*}}call_by_system_class.cpp:[[#@LINE+1]]:
    std::printf("%d\n", base.get());
}

struct Buffer : std::streambuf {
    int overflow(int character) override {
        probe();
        return character;
    }
};

void hook() {
    Buffer buffer;
    std::ostream stream(&buffer);
    stream << 'x';
}

Target target;

int main() {
    probe();
}
