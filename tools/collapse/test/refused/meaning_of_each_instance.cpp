// SPDX-License-Identifier: BSD-2-Clause
// Two instances of a template meant different things, and are one instance now.
// RUN: %refused --class Derived %s
#include <cstdio>

struct Base {
    virtual int get(int number = 1) const { return number; }
};

struct Derived : Base {
    int get(int number = 2) const override { return 10 + number; }
};

int overload(void const*) {
    return 1;
}
int overload(Derived const*) {
    return 2;
}

template<class Object>
int call(Object const& object) {
    // CHECK-DAG: meaning_of_each_instance.cpp:[[#@LINE+1]]:
    return object.get();
}

template<class Object>
int choose(Object const* object) {
    // CHECK-DAG: meaning_of_each_instance.cpp:[[#@LINE+1]]:
    return overload(object);
}

int main() {
    Derived derived;
    Base const& base = derived;
    // CHECK-DAG: meaning_of_each_instance.cpp:[[#@LINE+1]]:
    auto const by_lambda = [](auto const& object) { return object.get(); };
    std::printf("%d %d %d %d\n", call(base), call(derived), by_lambda(base), by_lambda(derived));
    std::printf("%d %d\n", choose(&base), choose(&derived));
}
