// SPDX-License-Identifier: BSD-2-Clause
// Default arguments stand in the first declaration or in the definition, and use other names.
// RUN: %cloned %s
// PLAN: {"version": 1, "sealed": ["tool::Serial"], "clones": true}
// CLONE: tool::say(tool::Serial&, const char *, int)
// CLONE: tool::repeat(tool::Serial&, int)
// KEPT: tool::maybe, `console` has a default argument
// DIRECT: tool::say(tool::Serial&, char const*, int)
// DIRECT: tool::repeat(tool::Serial&, int)
#include <cstdio>

namespace tool {

struct Console {
    virtual void write(char const* text) = 0;
};

int standard_times = 2;

void say(Console& console, char const* text = "nothing", int times = standard_times);

void repeat(Console& console, int times = 1) {
    while (times-- > 0)
        console.write("again");
}

void maybe(Console* console = nullptr) {
    if (console) console->write("maybe");
}

struct Serial : Console {
    void write(char const* text) override { std::puts(text); }
};

} // namespace tool

void tool::say(Console& console, char const* text, int times) {
    for (int i = 0; i < times; ++i)
        console.write(text);
}

int main() {
    tool::Serial serial;
    tool::say(serial);
    say(serial, "one", 1);
    repeat(serial);
    tool::maybe();
    tool::maybe(&serial);
}
// PRINTS: nothing
// PRINTS: nothing
// PRINTS: one
// PRINTS: again
// PRINTS: maybe
