// SPDX-License-Identifier: BSD-2-Clause
// The class's own assignment calls those that the compiler makes for its bases.
// RUN: %same_output --class Derived --flag=-std=c++17 %s
#include <cstdio>
#include <string>
#include <utility>

/// Tells how it is assigned.
struct Noisy {
    explicit Noisy(char const* given) : name(given) {}
    Noisy(Noisy const&) = default;
    Noisy& operator=(Noisy const& other) {
        std::printf("%s copied to %s\n", other.name, name);
        return *this;
    }
    Noisy& operator=(Noisy&& other) {
        std::printf("%s moved to %s\n", other.name, name);
        return *this;
    }
    char const* name;
};

struct Root {
    virtual int get() const { return number; }
    int number = 1;
    unsigned low : 3;
    unsigned : 5;
    unsigned high : 4;
};

struct Base : Root {
    explicit Base(char const* name) : noisy(name), text(name) { low = high = 0; }
    int get() const override { return 10 * number; }
    Noisy noisy;
    std::string text;
    int Base_copy = 5; // the name that comes to mind
};

struct Other {
    int more = 2;
};

struct Derived : Base, Other {
    explicit Derived(char const* name, int start) : Base(name), own(start) { number = start; }
    Derived(Derived const&) = default;
    Derived& operator=(Derived const& other) {
        if (this == &other) return *this;
        Base::operator=(other);
        this->Other::operator=(other);
        own = other.own + 100;
        return *this;
    }
    Derived& operator=(Derived&& other) noexcept {
        own = other.own + 200;
        Other::operator=(std::move(other));
        return static_cast<Derived&>(Base::operator=(std::move(other)));
    }
    void take_base(Base const& other) { Base::operator=(other); }
    int get() const override { return Base::get() + own; }
    int own;
};

void show(Derived const& object) {
    std::printf("%d %d %d %u %u %s %d\n", object.get(), object.number, object.more, object.low,
                object.high, object.text.c_str(), object.Base_copy);
}

// PRINTS: two copied to one
// PRINTS: 122 2 7 5 9 two 6
// PRINTS: three moved to one
// PRINTS: 233 3 2 0 0 three 5
// PRINTS: two copied to one
// PRINTS: 223 2 2 5 9 two 6
int main() {
    Derived one("one", 1);
    Derived two("two", 2);
    two.more = 7;
    two.low = 5;
    two.high = 9;
    two.Base_copy = 6;
    one = two;
    show(one);
    one = Derived("three", 3);
    show(one);
    one.take_base(two);
    show(one);
}
