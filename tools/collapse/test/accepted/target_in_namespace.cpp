// SPDX-License-Identifier: BSD-2-Clause
// The class and its bases lie in nested, inline and reopened namespaces.
// RUN: %same_output --class kernel::v4::Space %s
#include <cstdio>

namespace kernel {
int depth = 4;
inline namespace generic {
struct Table {
    virtual ~Table() = default;
    virtual int levels() const { return depth; }
};
} // namespace generic
} // namespace kernel

namespace kernel::v4 {
int depth = 40;
struct Space;
struct Area : Table {
    int size() const { return depth << levels(); }
};
struct Space : Area {
    int levels() const override { return Table::levels() - 1; }
};
Space make() {
    return {};
}
} // namespace kernel::v4

namespace alias = kernel::v4;

int main() {
    alias::Space space = kernel::v4::make();
    kernel::Table const& table = space;
    std::printf("%d %d\n", space.size(), table.levels());
}

// PRINTS: 320 3
