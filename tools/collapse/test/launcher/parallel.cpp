// SPDX-License-Identifier: BSD-2-Clause
// Many compilations at once do not disturb each other and leave nothing behind.
// REQUIRES: collapse
// RUN: rm -rf %t.folder
// RUN: %python %support/parallel.py --folder %t.folder 12 %flat_gxx -O1 -c %s -o
// RUN: %python %support/parallel.py --folder %t.folder 12 %flat_clangxx -c %s -o
#include <string>

struct Base {
    virtual ~Base() = default;
    virtual std::string get() const { return "base"; }
};

struct Derived : Base {
    std::string get() const override { return Base::get() + "derived"; }
};

std::string use() {
    return Derived().get();
}
