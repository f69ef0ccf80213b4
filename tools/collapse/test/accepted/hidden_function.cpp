// SPDX-License-Identifier: BSD-2-Clause
// A function of the class hides one of a base; each body calls what it called before.
// RUN: %same_output --class Table %s
#include <cstdio>

struct Array {
    int size() const { return 4; }
    int bytes() const { return size() * 8; }
};

struct Table : Array {
    int size() const { return 3 * Array::size(); }
    int cells() const { return size(); }
};

int main() {
    Table table;
    Array& array = table;
    std::printf("%d %d %d %d\n", table.size(), table.cells(), table.bytes(), array.size());
}

// PRINTS: 12 12 32 4
