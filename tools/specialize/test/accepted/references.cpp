// SPDX-License-Identifier: BSD-2-Clause
// Paths lead through references and arrays, as in C++.
// RUN: %same_output %s
// SPEC: entry Table::find(Key const &key, int (&counts)[2]) as find_first;
// SPEC: static key.kind = Kind::exact, this->rows_[0] = 5;
// PRINTS: 0 -1 1 2
#include <cstdio>

enum class Kind { exact, any };
struct Key { Kind kind; int value; };

class Table {
public:
    int find(Key const &key, int (&counts)[2]) {
        ++counts[key.kind == Kind::any ? 1 : 0];
        for (int i = 0; i < 2; ++i)
            if (key.kind == Kind::any || rows_[i] == key.value) return i;
        return -1;
    }

private:
    int rows_[2] = {5, 6};
};

extern "C" int find_first(Table *, Key const &key, int (&counts)[2]);

int main() {
    Table table;
    int counts[2] = {};
    int const found = find_first(&table, {Kind::exact, 5}, counts);
    int const lost = find_first(&table, {Kind::exact, 7}, counts);
    find_first(&table, {Kind::any, 7}, counts);
    std::printf("%d %d %d %d\n", found, lost, counts[1], counts[0]);
}
