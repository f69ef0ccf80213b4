// SPDX-License-Identifier: BSD-2-Clause
// Members keep their access, and functions between them theirs.
// RUN: %same_output --class Object %s
#include <cstdio>

class Object {
    int hidden_ = 1;

public:
    int shown = 2;
    int hidden() const { return hidden_; }

protected:
    char inherited_ = 'i';
    void set(int value) { hidden_ = value; }

private:
    long last_ = 4;

public:
    static int count;
    long last() const { return last_; }
};
int Object::count = 5;

template<class T>
concept Shows = requires(T t) { t.shown; };
template<class T>
concept ShowsInherited = requires(T t) { t.inherited_; };

struct Derived : Object {
    char inherited() {
        set(9);
        return inherited_;
    }
};

int main() {
    static_assert(Shows<Object> && !ShowsInherited<Object>);
    Derived derived;
    char const inherited = derived.inherited();
    std::printf("%c %d %d %ld %d\n", inherited, derived.hidden(), derived.shown,
                derived.last(), Object::count);
}

// PRINTS: i 9 2 4 5
