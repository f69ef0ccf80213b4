// SPDX-License-Identifier: BSD-2-Clause
// Declarations of bases use constants, types and functions that stand before them.
// RUN: %same_output --class Matrix %s
#include <cstdio>

struct Shape {
    static constexpr int rows = 2;
    static constexpr int columns(int rows) { return rows + 1; }
    using Cell = short;
    enum { cells = rows * 3 };
};

struct Grid : Shape {
    Cell data[cells] = {1, 2, 3, 4, 5, 6};
    auto whole() const -> Cell const (&)[cells] { return data; }
    decltype(data[0]) front() { return data[0]; }
    auto back() const { return data[cells - 1]; }
};

struct Matrix : Grid {
    static constexpr int scale = rows * 10;
    decltype(Grid::cells) last = cells;
    auto sum() const { return (data[0] + back() + whole()[3]) * scale; }
};

int main() {
    Matrix matrix;
    matrix.front() = 100;
    std::printf("%d %d\n", matrix.sum(), static_cast<int>(matrix.last));
}

// PRINTS: 2200 6
