// SPDX-License-Identifier: BSD-2-Clause
// A base's constructor names its object in many ways that give it to nobody else.
// RUN: %same_output --class Derived %s
#include <cstdio>

struct Base;
Base const* nobody() {
    return nullptr;
}

struct Base {
    explicit Base(int start) : total(start) {
        (*this).total += 1;
        *this += 10;
        (*this += 100) += 1000;
        [this] { total += 10000; }();
        [this] { std::puts(name()); }();
        add(1).add(2);
        std::puts((*this).name());
        Base& self = *this;
        std::puts(self.name());
        Base* pointer = this;
        std::puts(pointer->name());
        double_total(*this);
        if (this != nobody()) total += 5;
        (this->*&Base::add)(7);
        if (total > 0) add(3);
        auto later = [this] { return total; };
        std::printf("%d\n", later());
    }
    Base(Base const&) = delete;
    virtual ~Base() {
        (*this) += 1;
        std::printf("%s %d\n", (*this).name(), total);
    }
    virtual char const* name() const { return "base"; }
    Base& operator+=(int more) {
        total += more;
        return *this;
    }
    Base& add(int more) { return *this += more; }
    static void double_total(Base& base) { base.total *= 2; }
    int total;
};

Base& operator-=(Base& base, int less) {
    base.total -= less;
    return base;
}

struct Derived : Base {
    Derived() : Base(4) { *this -= 4; }
    char const* name() const override { return "derived"; }
};

int main() {
    Derived derived;
    std::printf("%s %d\n", derived.name(), derived.total);
}

// PRINTS: base
// PRINTS: base
// PRINTS: base
// PRINTS: base
// PRINTS: 22251
// PRINTS: derived 22247
// PRINTS: base 22248
