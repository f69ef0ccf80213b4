// SPDX-License-Identifier: BSD-2-Clause
// Objects of the class at namespace scope, static in functions, and references to bases bound
// early. RUN: %same_output --class Console %s
#include <cstdio>

struct Output {
    explicit Output(char const* name) : name(name) { std::printf("open %s\n", name); }
    virtual ~Output() { std::printf("close %s\n", name); }
    virtual void write(int value) = 0;
    char const* name;
};

struct Console : Output {
    explicit Console(char const* name) : Output(name) {}
    void write(int value) override { std::printf("%s: %d\n", name, value); }
};

Console console("console");
Output& output = console;
extern Console& late;

Console& logger() {
    static Console instance("log");
    return instance;
}

Console& late = logger();

int main() {
    output.write(1);
    late.write(2);
}

// PRINTS: open console
// PRINTS: open log
// PRINTS: console: 1
// PRINTS: log: 2
// PRINTS: close log
// PRINTS: close console
