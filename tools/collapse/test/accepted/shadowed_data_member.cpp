// SPDX-License-Identifier: BSD-2-Clause
// Three classes have a data member of one name; each function sees its own.
// RUN: %same_output --class Account %s
#include <cstdio>

struct Ledger {
    int count = 1;
    int ledger_count() const { return count; }
};

struct Book : Ledger {
    int count = 20;
    int book_count() const { return count + Ledger::count; }
};

struct Account : Book {
    int count = 300;
    int all() const { return count + Book::count + Ledger::count; }
};

int main() {
    Account account;
    account.count += 1000;
    account.Book::count += 40;
    account.Ledger::count += 5;
    std::printf("%d %d %d\n", account.ledger_count(), account.book_count(), account.all());
    std::printf("%d %d\n", account.count, account.Ledger::count);
}

// PRINTS: 6 66 1366
// PRINTS: 1300 6
