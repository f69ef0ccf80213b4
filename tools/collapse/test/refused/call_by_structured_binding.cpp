// SPDX-License-Identifier: BSD-2-Clause
// A structured binding calls `get` while the base is constructed.
// RUN: %refused --class Target %s
#include <cstdio>
#include <tuple>
#include <utility>

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
    // CHECK-NEXT: --> {{.*}}call_by_structured_binding.cpp:[[#@LINE+1]]:
    std::printf("%d\n", base.get());
}

struct Pair {
    template<int I>
    int get() const {
        if (I == 0) probe();
        return I;
    }
};

template<>
struct std::tuple_size<Pair> : std::integral_constant<std::size_t, 2> {};
template<std::size_t I>
struct std::tuple_element<I, Pair> {
    using type = int;
};

void hook() {
    Pair pair;
    auto [first, second] = pair;
    std::printf("%d\n", first + second);
}

Target target;

int main() {
    probe();
}
