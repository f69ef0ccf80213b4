// SPDX-License-Identifier: BSD-2-Clause
// A plan that seals a class: also if it keeps all its bases, and never without a word if it cannot.
// RUN: rm -rf %t && mkdir -p %t
// RUN: %collapse apply --verbose --plan %S/Inputs/sealed.json -o %t/flat.ii -- g++ -c %s 2> %t/said
// RUN: %FileCheck --check-prefix=SAID --input-file=%t/said %s
// RUN: %FileCheck --check-prefix=FLAT --input-file=%t/flat.ii %s
// RUN: %not %collapse check --plan %S/Inputs/sealed_in_system.json -- g++ -c %s 2> %t/system
// RUN: %FileCheck --check-prefix=SYSTEM --input-file=%t/system %s
// RUN: %not %collapse check --plan %S/Inputs/no_such_base.json -- g++ -c %s 2> %t/bases
// RUN: %FileCheck --check-prefix=BASES --input-file=%t/bases %s
#include <ctime>

// SYSTEM: error[C0704]: `tm` cannot become final: its text cannot be edited
struct Function {
    virtual int of(int) = 0;
    virtual ~Function() = default;
};

// SAID: Doubler: final
// FLAT: struct Doubler final : public ::Function {
// BASES: error[C0717]: `Doubler` has no base `Funktion`, which the plan wants kept
// BASES-NEXT: sealed.cpp:[[#@LINE+1]]:8
struct Doubler : Function {
    int of(int value) override { return 2 * value; }
};

int year(tm const& time) {
    return time.tm_year;
}

int call(Doubler& doubler) {
    return doubler.of(3);
}
