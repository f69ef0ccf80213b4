// SPDX-License-Identifier: BSD-2-Clause
// Members of class type with constructors and destructors, in bases without bodies of their own.
// RUN: %same_output --class House %s
#include <cstdio>

struct Noisy {
    explicit Noisy(char const* name) : name(name) { std::printf(" +%s", name); }
    ~Noisy() { std::printf(" -%s", name); }
    char const* name;
};

struct Ground {
    Noisy floor{"floor"};
    Noisy walls;
    explicit Ground(char const* walls) : walls(walls) {}
};

struct Roof {
    Noisy roof;
    Roof() : roof("roof") {}
};

struct House : Ground, Roof {
    House() : Ground("brick"), door("door") {}
    Noisy door;
};

int main() {
    {
        House house;
        std::printf(" in %s\n", house.walls.name);
    }
    std::puts("");
}

// PRINTS:  +floor +brick +roof +door in brick
// PRINTS:  -door -roof -brick -floor
