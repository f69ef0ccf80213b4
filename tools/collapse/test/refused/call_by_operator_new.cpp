// SPDX-License-Identifier: BSD-2-Clause
// `operator new` of the program runs while the base is constructed.
// RUN: %refused --class Target %s
#include <cstdio>
#include <cstdlib>
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
    // CHECK-NEXT: --> {{.*}}call_by_operator_new.cpp:[[#@LINE+1]]:
    std::printf("%d\n", base.get());
}

bool is_on = false;

void* operator new(std::size_t size) {
    if (is_on) {
        is_on = false;
        probe();
    }
    return std::malloc(size);
}

void operator delete(void* place) noexcept {
    std::free(place);
}

void operator delete(void* place, std::size_t) noexcept {
    std::free(place);
}

int* volatile place;

void hook() {
    is_on = true;
    place = new int;
    delete place;
}

Target target;

int main() {
    probe();
}
