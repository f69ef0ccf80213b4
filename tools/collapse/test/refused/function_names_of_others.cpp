// SPDX-License-Identifier: BSD-2-Clause
// Functions that are no members of the base tell its name: of classes in it, and of templates.
// RUN: %refused --class Derived %s
#include <cstdio>

struct Base {
    virtual int get() const {
        struct Local {
            // CHECK-DAG: function_names_of_others.cpp:[[#@LINE+1]]:
            static void tell() { std::puts(__PRETTY_FUNCTION__); }
        };
        Local::tell();
        return 1;
    }
    struct Inner {
        // CHECK-DAG: function_names_of_others.cpp:[[#@LINE+1]]:
        static void tell() { std::puts(__PRETTY_FUNCTION__); }
    };
};

struct Derived : Base {
    int get() const override { return 2 + Base::get(); }
};

template<class Object>
void tell(Object const&) {
    // CHECK-DAG: function_names_of_others.cpp:[[#@LINE+1]]:
    std::puts(__PRETTY_FUNCTION__);
}

int main() {
    Derived derived;
    Base const& base = derived;
    Base::Inner::tell();
    tell(base);
    std::printf("%d\n", base.get());
}
