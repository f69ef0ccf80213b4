// SPDX-License-Identifier: BSD-2-Clause
// A handler of a signal runs while the base is constructed.
// RUN: %refused --class Target %s
#include <csignal>
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
    // CHECK-NEXT: --> {{.*}}call_by_signal.cpp:[[#@LINE+1]]:
    std::printf("%d\n", base.get());
}

void handle(int) {
    probe();
}

struct Handler {
    Handler() { std::signal(SIGUSR1, handle); }
} handler;

void hook() {
    std::raise(SIGUSR1);
}

Target target;

int main() {
    probe();
}
