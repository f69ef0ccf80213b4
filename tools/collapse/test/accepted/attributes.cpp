// SPDX-License-Identifier: BSD-2-Clause
// Attributes of functions, parameters, members and classes, standard and of the compilers.
// RUN: %same_output --class Panel %s
#include <cstdio>

struct [[nodiscard]] Widget {
    [[nodiscard]] virtual int width() const = 0;
    [[gnu::noinline]] int height([[maybe_unused]] int scale = 1) const { return 20; }
    __attribute__((always_inline)) int area() const { return width() * height(); }
    [[deprecated("use area")]] int old_area() const;
    [[maybe_unused]] int unused = 0;
    virtual ~Widget() = default;
};

struct Panel final : Widget {
    [[nodiscard, gnu::cold]] int width() const final override { return 30; }
    [[noreturn]] void fail() const { __builtin_trap(); }
};

int main() {
    Panel panel;
    if (panel.area() == 0) [[unlikely]]
        panel.fail();
    std::printf("%d %d\n", panel.area(), panel.width());
}

// PRINTS: 600 30
