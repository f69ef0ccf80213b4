// SPDX-License-Identifier: BSD-2-Clause
// Bases and class know each other by forward declarations only.
// RUN: %same_output --class Child %s
#include <cstdio>

class Child;
class Parent;
int ask(Parent& parent);
int age(Child const& child);

class Parent {
public:
    Child* child = nullptr;
    int total() const;
    virtual int own() const { return 40; }
    virtual ~Parent() = default;
};

class Child : public Parent {
public:
    int own() const override { return 5; }
};

int Parent::total() const {
    return own() + (child ? age(*child) : 0);
}
int age(Child const& child) {
    return child.own() + child.Parent::own();
}
int ask(Parent& parent) {
    return parent.total();
}
class Parent;

int main() {
    Child first;
    Child second;
    first.child = &second;
    std::printf("%d %d\n", ask(first), ask(second));
}

// PRINTS: 50 5
