// SPDX-License-Identifier: BSD-2-Clause
// A plan of a build promises only what every unit passes: what one refuses is lowered, or left out.
// RUN: rm -rf %t && mkdir -p %t
// RUN: echo '[{"directory": "%t", "file": "%s", "arguments": ["g++", "-c", "%s"]}]' \
// RUN:     > %t/compile_commands.json
// RUN: %collapse plan --class Fits --class Copied --class Seen -p %t -o %t/plan.json 2>&1 \
// RUN:     | %FileCheck --check-prefix=SAID %s
// RUN: %FileCheck %s < %t/plan.json
// RUN: %collapse --plan %t/plan.json -- g++ -c %s -o %t/a.o
// RUN: %collapse --plan %t/plan.json -- clang++-19 -c %s -o %t/a.o
// RUN: %collapse plan --class Copied -p %t -o %t/sealed.json 2>&1 \
// RUN:     | %FileCheck --check-prefix=ALONE %s
// RUN: %not %collapse plan --class Freed -p %t -o %t/none.json 2>&1 \
// RUN:     | %FileCheck --check-prefix=NONE %s
// RUN: test ! -e %t/none.json
// RUN: %collapse plan --class Freed --class Fits -p %t -o %t/some.json 2>&1 \
// RUN:     | %FileCheck --check-prefix=SOME %s
#include <cstdlib>
#include <functional>

struct Shape {
    virtual ~Shape() = default;
    virtual int sides() const = 0;
};
struct Fits final : Shape {
    int sides() const override { return 4; }
};

struct Counted {
    Counted() = default;
    Counted(Counted const& other) : copies(other.copies + 1) {}
    virtual ~Counted() = default;
    virtual int count() const { return copies; }
    int copies = 0;
};
struct Copied : Counted {
    int count() const override { return copies + 1; }
};
Copied twice(Copied const& object) {
    return object;
}

struct Unit {
    virtual ~Unit() = default;
    virtual int command(int word) { return word; }
};
struct Seen : Unit {
    int command(int word) override { return word + 1; }
};
int ask(Unit& unit) {
    return std::mem_fn(&Unit::command)(unit, 3);
}

struct Pool {
    void take_back(void* memory, int) { std::free(memory); }
};
struct Node {
    virtual ~Node() = default;
    virtual int value() const = 0;
};
struct Freed : Node {
    int value() const override { return 2; }
};
void release(Pool& pool, Freed* object) {
    object->~Freed();
    pool.take_back(object, sizeof(Freed));
}

// SAID: collapse: Copied: sealed, and its bases are kept: C0411, {{.*}}proven_plan.cpp:{{[0-9]+}})
// SAID: collapse: Fits: flattened
// SAID: collapse: Seen: sealed, and its bases are kept: C0317, {{.*}}`mem_fn`
// CHECK: "Counted": "kept"
// CHECK: "Shape": "merged"
// CHECK: "Unit": "kept"
// ALONE: collapse: Copied: sealed
// NONE: error[C0310]
// SOME-DAG: collapse: Fits: flattened
// SOME-DAG: collapse: Freed: stays as it is: C0310, 
int main() {
    return Fits().sides() + twice(Copied()).count() + Seen().command(1);
}
