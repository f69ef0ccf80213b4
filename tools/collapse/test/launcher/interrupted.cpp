// SPDX-License-Identifier: BSD-2-Clause
// Signals end collapse while the compiler runs: no file is left, the exit status tells the signal.
// REQUIRES: collapse
// RUN: rm -rf %t.folder
// RUN: %python %support/interrupt.py --folder %t.folder --signal INT %gxx %collapse --class \
// RUN:     Derived -- %s
// RUN: %python %support/interrupt.py --folder %t.folder --signal TERM %gxx %collapse --class \
// RUN:     Derived -- %s
// RUN: %python %support/interrupt.py --folder %t.folder --signal HUP %gxx %collapse --class \
// RUN:     Derived -- %s
struct Base {
    virtual ~Base() = default;
    virtual int get() const { return 1; }
};

struct Derived : Base {};

int use() {
    return Derived().get();
}
