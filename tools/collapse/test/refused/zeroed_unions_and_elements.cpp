// SPDX-License-Identifier: BSD-2-Clause
// `T()` zeroed members that nothing initialises: unnamed unions, and elements of arrays that their
// constructor leaves out.
// RUN: %refused --class Union --class Elements %s
#include <new>

struct Links {
    Links() { next = nullptr; }
    void* next;
    union {
        int number;
        float other;
    };
    virtual int get() const { return number; }
};

struct Union : Links {
    int get() const override { return number; }
};

struct Key {
    Key(int key) : key(key) {}
    int key;
    int rest;
};

struct Keys {
    Keys() { next = nullptr; }
    void* next;
    Key keys[2] = {Key(1), Key(2)};
    virtual int get() const { return keys[0].rest; }
};

struct Elements : Keys {
    int get() const override { return keys[0].rest; }
};

template<class Object>
[[gnu::noinline]] int ask(Object const& object) {
    return object.get();
}

int main() {
    alignas(Union) unsigned char storage[sizeof(Union)];
    alignas(Elements) unsigned char more[sizeof(Elements)];
    // CHECK: error[C0412]: this zeroes an object of `Union`, of which the member at
    // CHECK-NEXT: --> {{.*}}zeroed_unions_and_elements.cpp:[[#@LINE+1]]:
    Union* first = new (storage) Union();
    // CHECK: error[C0412]: this zeroes an object of `Elements`, of which the member at
    // CHECK-NEXT: --> {{.*}}zeroed_unions_and_elements.cpp:[[#@LINE+1]]:
    Elements* second = new (more) Elements();
    return ask(*first) + ask(*second);
}
