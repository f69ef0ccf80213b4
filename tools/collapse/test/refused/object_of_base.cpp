// SPDX-License-Identifier: BSD-2-Clause
// An object of a base alone exists: it would become one of the class.
// RUN: %refused --class Account %s
#include <cstdio>

struct Ledger {
    virtual ~Ledger() = default;
    virtual int total() const { return 1; }
};

struct Account : Ledger {
    int total() const override { return 2; }
};

int main() {
    // CHECK: error[C0304]: `ledger` is an object of the base `Ledger` by itself, not of `Account`
    // CHECK-NEXT: --> {{.*}}object_of_base.cpp:[[#@LINE+1]]:12
    Ledger ledger;
    Account account;
    std::printf("%d %d\n", ledger.total(), account.total());
}
