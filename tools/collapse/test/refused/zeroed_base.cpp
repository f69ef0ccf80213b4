// SPDX-License-Identifier: BSD-2-Clause
// A constructor zeroes a base, `Base()`, of which a member leaves something unset.
// RUN: %refused --class Union --class Member %s
#include <new>

struct Number {
    // CHECK: error[C0412]: a constructor of `Union` zeroes `Number`, of which this would stay
    // CHECK-NEXT: --> {{.*}}zeroed_base.cpp:[[#@LINE+1]]:
    union {
        int number;
        float other;
    };
    virtual int get() const { return number; }
};

struct Union : Number {
    Union() : Number() {}
    int get() const override { return number; }
};

struct Key {
    Key() {}
    int key;
};

struct Holder {
    // CHECK: error[C0412]: a constructor of `Member` zeroes `Holder`, of which this would stay
    // CHECK-NEXT: --> {{.*}}zeroed_base.cpp:[[#@LINE+1]]:
    Key key;
    virtual int get() const { return key.key; }
};

struct Member : Holder {
    Member() : Holder() {}
    int get() const override { return key.key; }
};

template<class Object>
[[gnu::noinline]] int ask(Object const& object) {
    return object.get();
}

int main() {
    alignas(Union) unsigned char storage[sizeof(Union)];
    alignas(Member) unsigned char more[sizeof(Member)];
    Union* first = new (storage) Union();
    Member* second = new (more) Member();
    return ask(*first) + ask(*second);
}
