// SPDX-License-Identifier: BSD-2-Clause
// Instances that only become one because two classes are flattened at once.
// RUN: %refused --class Lamp --class Motor %s
#include <cstdio>

struct Light {
    virtual int get() const { return 1; }
};

struct Lamp : Light {
    int get() const override { return 2; }
};

struct Drive {
    virtual int get() const { return 3; }
};

struct Motor : Drive {
    int get() const override { return 4; }
};

template<class First, class Second>
// CHECK: error[C0317]: two instances of the template `Pairs` will be one
struct Pairs {
    static inline int number = 0;
};

int main() {
    ++Pairs<Light*, Drive*>::number;
    ++Pairs<Lamp*, Motor*>::number;
    std::printf("%d %d %d\n", Lamp().get(), Motor().get(), Pairs<Light*, Drive*>::number);
}
