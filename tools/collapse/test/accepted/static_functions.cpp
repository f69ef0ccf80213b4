// SPDX-License-Identifier: BSD-2-Clause
// Static functions of bases, called with and without an object, hidden and not.
// RUN: %same_output --class Registry %s
#include <cstdio>

struct Pool {
    static int limit() { return 8; }
    static int used() { return limit() / 2; }
};

struct Cache : Pool {
    static int limit() { return Pool::limit() * 10; }
};

struct Registry : Cache {
    static int free() { return limit() - used(); }
};

int main() {
    Registry registry;
    int (*limit)() = &Registry::limit;
    std::printf("%d %d %d\n", Registry::free(), registry.Pool::limit(), limit());
    std::printf("%d %d\n", Pool::limit(), registry.used());
}

// PRINTS: 76 8 80
// PRINTS: 8 4
