// SPDX-License-Identifier: BSD-2-Clause
// Operator templates of the standard library beside the hierarchy.
// RUN: %same_output --class Target %s
#include <iostream>
#include <string>

struct Base {
    virtual std::string text() const { return "base"; }
};

struct Target : Base {
    std::string text() const override { return Base::text() + " of target"; }
};

// PRINTS: base of target 14
int main() {
    Target const target;
    std::cout << target.text() << ' ' << target.text().size() << std::endl;
}
