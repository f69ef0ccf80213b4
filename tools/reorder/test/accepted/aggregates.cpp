// SPDX-License-Identifier: BSD-2-Clause
// Lists of all kinds: too short, without inner braces, designated, with bases, returned, allocated.
// RUN: %same_output --class Plain --class Derived --class Defaults --class Outer %s
#include <cstdio>
#include <string>

#pragma GCC diagnostic ignored "-Wmissing-field-initializers"
#pragma GCC diagnostic ignored "-Wmissing-braces"
#ifdef __clang__
#pragma GCC diagnostic ignored "-Wmissing-designated-field-initializers"
#endif

struct Base {
    int b = 1;
};
struct Derived : Base {
    int a;
    std::string s;
    int v[2];
    double d = 2.5;
    int last;
};
struct Plain {
    int a;
    int b;
    char c;
    long d;
};
int start = 3;
struct Defaults {
    int a;
    int b = start;
    long c;
};
struct Many {
    Plain plain[2];
    int z;
};

struct Variant {
    double e;
    union {
        int i;
        long l;
    };
};
struct Outer {
    long first;
    Variant variant;
    Variant other;
};

Plain returned(Plain given = {1, 2, 'c'}) { return {given.a, given.b + given.c}; }

template<class T>
Plain made(T t) {
    return Plain{t, 2, 'x', 4};
}

int main() {
    Derived derived{{7}, 1, "hello", {3, 4}};
    std::printf("%d %d %s %d %g %d\n", derived.b, derived.a, derived.s.c_str(), derived.v[1],
                derived.d, derived.last);
    Many many = {1, 2, 'a', 4, 5, 6, 'b', 8, 9};
    std::printf("%d %d %d\n", many.plain[1].b, many.plain[0].c, many.z);
    Plain designated{.a = 1, .d = 5};
    auto* allocated = new Plain{3, 4, 'q', 6};
    std::printf("%d %ld %ld %d\n", designated.a, designated.d, allocated->d, returned().b);
    delete allocated;
    std::printf("%d %ld\n", made(5).a, made(short(6)).d);
    Defaults defaults[] = {{1}, {2, 8}, {4, 5, 6}, {.c = 9}};
    for (Defaults const& each : defaults)
        std::printf("%d %d %ld\n", each.a, each.b, each.c);
    auto const print = [](Plain const& plain) { std::printf("%d %c\n", plain.a, plain.c); };
    print({7, 8, 'l'});
    Outer outers[2] = {{1, 2, 3, 4}, {5, 6}};
    for (Outer const& each : outers)
        std::printf("%ld %g %d %g\n", each.first, each.variant.e, each.variant.i, each.other.e);
}

// PRINTS: 7 1 hello 4 2.5 0
// PRINTS: 6 97 9
// PRINTS: 1 5 6 101
// PRINTS: 5 4
// PRINTS: 1 3 0
// PRINTS: 2 8 0
// PRINTS: 4 5 6
// PRINTS: 0 3 9
// PRINTS: 7 l
// PRINTS: 1 2 3 4
// PRINTS: 5 6 0 0
