// SPDX-License-Identifier: BSD-2-Clause
// `Slot()` zeroed what the constructor of a member leaves out; the constructor that the class needs
// afterwards does not.
// RUN: %refused --class Slot %s
#include <cstdio>
#include <new>

struct Key {
    Key() : key(1) {}
    int key;
    int rest;
};

struct Links {
    Links() { next = nullptr; }
    void* next;
    virtual ~Links() = default;
};

struct Slot : Links {
    Key key;
};

[[gnu::noinline]] void show(Slot const& slot) {
    std::printf("%d %d\n", slot.key.key, slot.key.rest);
}

int main() {
    alignas(Slot) unsigned char storage[sizeof(Slot)];
    for (auto& byte : storage)
        byte = 0xff;
    // CHECK: error[C0412]: this zeroes an object of `Slot`, of which the member at {{.*}}{{.*}} would
    // CHECK-NEXT: --> {{.*}}zeroed_object.cpp:[[#@LINE+1]]:32
    Slot* slot = new (storage) Slot();
    show(*slot);
}
