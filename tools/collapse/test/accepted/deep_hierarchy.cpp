// SPDX-License-Identifier: BSD-2-Clause
// Five levels, each of which overrides some functions and calls the nearest other.
// RUN: %same_output --class Level5 %s
#include <cstdio>

struct Level1 {
    virtual ~Level1() = default;
    virtual int a() { return 1; }
    virtual int b() { return 10; }
    virtual int c() = 0;
};
struct Level2 : Level1 {
    int a() override { return Level1::a() + 2; }
};
struct Level3 : Level2 {
    int b() override { return Level2::b() + 20; }
    int c() override { return a() + b(); }
};
struct Level4 : Level3 {
    int a() override { return Level3::a() + 4; }
    int c() override { return Level3::c() * 2; }
};
struct Level5 : Level4 {
    int b() override { return Level4::b() + Level1::b() + 40; }
};

int main() {
    Level5 level;
    Level1& first = level;
    std::printf("%d %d %d\n", first.a(), first.b(), first.c());
    std::printf("%d %d\n", level.Level3::c(), level.Level2::a());
}

// PRINTS: 7 80 174
// PRINTS: 87 3
