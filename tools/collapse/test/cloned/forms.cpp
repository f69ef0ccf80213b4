// SPDX-License-Identifier: BSD-2-Clause
// Declarations in all their forms: attributes, specifiers, namespaces, operators, and classes in
// unnamed and inline namespaces.
// RUN: %cloned %s
// PLAN: {"version": 1, "sealed": ["io::Serial", "io::Screen"], "clones": true}
// CLONE: io::operator<<(io::(anonymous namespace)::Serial&, int)
// CLONE: io::operator<<(io::Screen&, int)
// CLONE: io::declared(io::(anonymous namespace)::Serial&, int)
// CLONE: io::declared(io::Screen&, int)
// CLONE: attributes(io::(anonymous namespace)::Serial&)
// CLONE: (anonymous namespace)::marked(io::(anonymous namespace)::Serial&)
// CLONE: guarded(io::Screen&)
// CLONE: trailing(io::Screen const*)
// CLONE: elaborated(io::Screen&)
// CLONE: linked(io::Screen&)
// CLONE: stop(io::Screen&)
// CLONE: volatile_one(io::Screen&)
// KEPT: aliased, a parameter's class is not written in its declaration
// KEPT: constant_alias, a parameter's class is not written in its declaration
// DIRECT: io::operator<<(io::v1::Screen&, int)
// DIRECT: guarded(io::v1::Screen&)
// DIRECT: trailing(io::v1::Screen const*)
// DIRECT: elaborated(io::v1::Screen&)
// DIRECT: linked(io::v1::Screen&)
#include <cstdio>
#include <cstdlib>

namespace io {

class Console {
public:
    virtual int put(int number) = 0;
    virtual int get() const noexcept { return 5; }
    virtual int get() volatile { return 6; }

protected:
    ~Console() = default;
};

Console& operator<<(Console& console, int number);
int declared(Console& console, int more = 1);

} // namespace io

[[nodiscard]] [[gnu::noinline]] static int attributes(io::Console& console) {
    return console.put(1);
}

namespace {

__attribute__((noinline)) int marked(io::Console& console) noexcept {
    return console.put(2);
}

} // namespace

int guarded(io::Console& console) try {
    return console.put(3);
} catch (int) {
    return 0;
}

inline auto trailing(io::Console const* console) -> int {
    return console->get();
}

extern int elaborated(class io::Console& console);
int elaborated(class io::Console& console) {
    return console.put(4);
}

extern "C++" int linked(io::Console& console) {
    return console.put(5);
}

[[noreturn]] static void stop(io::Console& console) {
    console.put(6);
    std::exit(0);
}

static int volatile_one(io::Console volatile& console) {
    return console.get();
}

using Reference = io::Console&;
static int aliased(Reference console) {
    return console.put(7);
}

using Constant = io::Console const;
static int constant_alias(Constant& console) {
    return console.get();
}

namespace io {

namespace {

class Serial : public Console {
public:
    int put(int number) override { return std::printf("serial %d\n", number); }
};

} // namespace

inline namespace v1 {

class Screen : public Console {
public:
    int put(int number) override { return std::printf("screen %d\n", number); }
    int get() const noexcept override { return 8; }
    int get() volatile override { return 9; }
};

} // namespace v1

Console& operator<<(Console& console, int number) {
    console.put(number);
    return console;
}

} // namespace io

int io::declared(Console& console, int more) {
    return console.put(more) + more;
}

int main() {
    io::Serial serial;
    io::Screen screen;
    serial << 10 << 11;
    screen << 12;
    int sum = declared(serial) + declared(screen, 2);
    sum += attributes(serial) + marked(serial) + guarded(screen) + trailing(&screen);
    sum += elaborated(screen) + linked(screen) + volatile_one(screen) + aliased(screen);
    std::printf("%d %d\n", sum, constant_alias(screen));
    stop(screen);
}
// PRINTS: serial 10
// PRINTS: serial 11
// PRINTS: screen 12
// PRINTS: serial 1
// PRINTS: screen 2
// PRINTS: serial 1
// PRINTS: serial 2
// PRINTS: screen 3
// PRINTS: screen 4
// PRINTS: screen 5
// PRINTS: screen 7
// PRINTS: 92 8
// PRINTS: screen 6
