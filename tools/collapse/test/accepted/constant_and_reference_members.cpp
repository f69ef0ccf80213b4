// SPDX-License-Identifier: BSD-2-Clause
// Constant and reference members of bases are initialised from constructor arguments.
// RUN: %same_output --class Port %s
#include <cstdio>

struct Owner {
    int number;
};

struct Object {
    Object(Owner& owner, int rights) : owner(owner), rights(rights) {}
    Owner& owner;
    int const rights;
};

struct Endpoint : Object {
    Endpoint(Owner& owner, int const& limit) : Object(owner, 7), limit(limit) {}
    int const& limit;
};

struct Port : Endpoint {
    Port(Owner& owner, int const& limit) : Endpoint(owner, limit) {}
    void rename(int number) { owner.number = number; }
};

int main() {
    Owner owner{1};
    int limit = 10;
    Port port(owner, limit);
    limit = 20;
    port.rename(2);
    std::printf("%d %d %d\n", owner.number, port.rights, port.limit);
}

// PRINTS: 2 7 20
