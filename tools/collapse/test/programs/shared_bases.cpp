// SPDX-License-Identifier: BSD-2-Clause
// Three bases, three decisions: one is merged, one is copied since a sibling derives from it, one is
// kept since a target is seen as it.
// RUN: rm -rf %t && mkdir -p %t
// RUN: %collapse scan -o %t/a.json -- g++ -c %s
// RUN: %collapse plan --class Robot -o %t/plan.json --verbose %t/a.json 2>&1 | %FileCheck %s
// RUN: %collapse --plan %t/plan.json -- g++ -O2 -Wall -Wextra -Werror -c %s -o %t/gxx.o
// RUN: g++ %t/gxx.o -o %t/gxx
// RUN: %t/gxx | %FileCheck --check-prefix=PRINTS %s
// RUN: %collapse --plan %t/plan.json -- clang++-19 -O2 -Wall -Wextra -Werror -c %s -o %t/clangxx.o
// RUN: clang++-19 %t/clangxx.o -o %t/clangxx
// RUN: %t/clangxx | %FileCheck --check-prefix=PRINTS %s
// RUN: %collapse print --plan %t/plan.json %s | %FileCheck --check-prefix=FLAT %s
#include <cstdio>

class Part {
public:
    virtual int weight() const { return 1; }
    int total() const { return weight() * count_; }

protected:
    int count_ = 3;
};

class Named {
public:
    explicit Named(char const* name) : name_(name) {}
    char const* name() const { return name_; }

private:
    char const* name_;
};

class Listener {
public:
    virtual ~Listener() = default;
    virtual void hear(int number) = 0;
};

// CHECK-DAG: Robot: Part is merged: only this hierarchy uses it
// CHECK-DAG: Robot: Named is copied: `Human` derives from it too ({{.*}}shared_bases.cpp:[[#@LINE+4]])
// CHECK-DAG: Robot: Listener is kept: `Robot` is converted to it ({{.*}}shared_bases.cpp:[[#@LINE+25]])
// FLAT: class Robot final : public ::Listener {
// FLAT: from Part
class Human : public Named, public Listener {
public:
    Human() : Named("human") {}
    void hear(int number) override { std::printf("%s hears %d\n", name(), number); }
};

class Robot : public Part, public Named, public Listener {
public:
    Robot() : Named("robot") {}
    int weight() const override { return 20; }
    void hear(int number) override { std::printf("%s counts %d\n", name(), number + total()); }
};

static void tell(Listener& listener) { listener.hear(2); }

// PRINTS: human hears 2
// PRINTS-NEXT: robot counts 62
// PRINTS-NEXT: 60
int main() {
    Human human;
    Robot robot;
    tell(human);
    tell(robot);
    Part const& part = robot;
    std::printf("%d\n", part.total());
}
