// SPDX-License-Identifier: BSD-2-Clause
// Functions tell their names by default arguments.
// RUN: %refused --class Derived --flag=-std=c++20 %s
#include <cstdio>
#include <source_location>

void log(std::source_location place = std::source_location::current()) {
    std::printf("%s\n", place.function_name());
}

struct Base {
    virtual int get() const {
        // CHECK-DAG: error[C0308]
        // CHECK-DAG: source_location.cpp:[[#@LINE+1]]:
        log();
        return 1;
    }
    // CHECK-DAG: source_location.cpp:[[#@LINE+1]]:
    char const* made_by = std::source_location::current().function_name();
};

struct Derived : Base {
    int get() const override {
        // CHECK-DAG: source_location.cpp:[[#@LINE+1]]:
        log();
        return 2;
    }
};

int main() {
    Derived derived;
    std::printf("%d %s\n", derived.get() + derived.Base::get(), derived.made_by);
}
