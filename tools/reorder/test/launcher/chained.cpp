// SPDX-License-Identifier: BSD-2-Clause
// collapse flattens a class, and reorder lays the flat class out: launchers stand in a row.
// REQUIRES: collapse
// RUN: %collapse apply --class Tcb -o %t.flat.cpp -- g++ -c %s
// RUN: %layout --class Tcb -- g++ -c %t.flat.cpp > %t.json
// RUN: %collapse --class Tcb -- %reorder --plan %t.json -- g++ -c %s -o %t.o
// RUN: g++ %t.o -o %t.exe
// RUN: %t.exe | %FileCheck %s
// RUN: %collapse --class Tcb -- %reorder --plan %t.json -- clang++-19 -g -c %s -o %t.o
// RUN: clang++-19 %t.o -o %t.exe
// RUN: %t.exe | %FileCheck %s
#include <cstddef>
#include <cstdio>

struct Base {
    virtual ~Base() = default;
    virtual int value() const { return value_; }
    int value_ = 1;
    char mark_ = 'm';
};
struct Tcb : Base {
    int value() const override { return value_ + own_; }
    int own_ = 2;
};

int main() {
    Tcb tcb;
    auto const address = [](void const* place) { return reinterpret_cast<std::size_t>(place); };
    // CHECK: 3 m reversed
    std::printf("%d %c %s\n", tcb.value(), tcb.mark_,
                address(&tcb.own_) < address(&tcb.value_) ? "reversed" : "declared");
}
