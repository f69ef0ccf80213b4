// SPDX-License-Identifier: BSD-2-Clause
// Functions that cannot stand in the program twice, or would see the type of their parameter.
// RUN: %cloned --flag=-Wno-overloaded-virtual %s
// PLAN: {"version": 1, "sealed": ["Serial"], "clones": true}
// CLONE: Friend::direct(Serial&)
// KEPT: counted, it has a static variable
// KEPT: named, it is named without a call
// KEPT: from_c, its name or its arguments are those of C
// KEPT: befriended, it is a friend of a class
// KEPT: deduced, its return type is deduced
// KEPT: computed, it may be evaluated at compile time
// KEPT: captures, it has a lambda expression
// KEPT: measures, its body sees the type of `console`
// KEPT: deduces, its body sees the type of `console`
// KEPT: reassigns, its body sees the type of `console`
// KEPT: nothing, it is called with a null pointer
// KEPT: Base::run, it is virtual
// KEPT: Derived::attach, a base has a virtual function of that name, or is of a system header
// KEPT: special, it has a specialization
// KEPT: Tool::use, its class is a template
// KEPT: printed, its body sees the type of `console`
// DIRECT: Friend::direct(Serial&) const
#include <cstdio>
#include <utility>

struct Console {
    virtual int id() const { return 1; }
};
struct Serial : Console {
    int id() const override { return 2; }
    int more = 7;
};

template<class T>
int instances(T&) {
    static int count = 0;
    return ++count;
}

int counted(Console& console) {
    static int calls = 0;
    return 10 * ++calls + console.id();
}
int named(Console& console) {
    return console.id();
}
extern "C" int from_c(Console& console) {
    return console.id();
}
class Friend {
public:
    friend int befriended(Console& console, Friend const& other);
    int direct(Console& console) const { return console.id() + secret_; }

private:
    int secret_ = 30;
};
int befriended(Console& console, Friend const& other) {
    return console.id() + other.secret_;
}
auto deduced(Console& console) {
    return console.id();
}
constexpr int computed(Console& console) {
    return console.id();
}
int captures(Console& console) {
    return [&] { return console.id(); }();
}
int measures(Console& console) {
    return console.id() + static_cast<int>(sizeof(console) - sizeof(Console));
}
int deduces(Console& console) {
    return instances(console);
}
int reassigns(Console* console, Console* other) {
    console = other;
    return console->id();
}
int nothing(Console* console) {
    return console ? console->id() : 0;
}
int printed(Console& console) {
    auto copy = console;
    return copy.id();
}
struct Base {
    virtual int run(Console& console) { return console.id(); }
    virtual int attach(Serial& serial) { return 50 + serial.id(); }
};
struct Derived : Base {
    int attach(Console& console) { return 60 + console.id(); }
};
template<class T>
int special(Console& console, T) {
    return console.id();
}
template<>
int special(Console& console, char) {
    return 70 + console.id();
}
template<class T>
struct Tool {
    static int use(Console& console) { return console.id() + static_cast<int>(sizeof(T)); }
};

int main() {
    Serial serial;
    Console console;
    int const once = counted(console);
    std::printf("%d %d\n", once, counted(serial));
    auto* const pointer = named;
    std::printf("%d %d\n", pointer(serial), named(serial));
    std::printf("%d\n", from_c(serial));
    std::printf("%d %d\n", befriended(serial, Friend()), Friend().direct(serial));
    std::printf("%d %d %d\n", deduced(serial), computed(serial), captures(serial));
    int const first = deduces(console);
    std::printf("%d %d %d\n", measures(serial), first, deduces(serial));
    std::printf("%d %d %d\n", reassigns(&serial, &console), nothing(nullptr), nothing(&serial));
    Derived derived;
    Base& base = derived;
    std::printf("%d %d %d\n", base.run(serial), derived.attach(serial), base.attach(serial));
    std::printf("%d %d\n", special(serial, 1), special(serial, 'c'));
    std::printf("%d %d\n", Tool<char>::use(serial), printed(serial));
}
// PRINTS: 11 22
// PRINTS: 2 2
// PRINTS: 2
// PRINTS: 32 32
// PRINTS: 2 2 2
// PRINTS: 2 1 2
// PRINTS: 1 0 2
// PRINTS: 2 62 52
// PRINTS: 2 72
// PRINTS: 3 1
