// SPDX-License-Identifier: BSD-2-Clause
// Two classes of one base are alive in one program: each call has the clone of its class, and one
// whose class nobody knows goes on through the table.
// RUN: %cloned %s
// PLAN: {"version": 1, "sealed": ["io::Serial", "io::Screen"], "clones": true}
// CLONE: greet(io::Serial&)
// CLONE: greet(io::Screen&)
// CLONE: copy(io::Serial const&, io::Screen&)
// CLONE: copy(io::Screen const&, io::Serial&)
// CLONE: copy(io::Serial const&, io::Console &)
// DIRECT: greet(io::Serial&)
// DIRECT: greet(io::Screen&)
// DIRECT: copy(io::Serial const&, io::Screen&)
// DIRECT: copy(io::Screen const&, io::Serial&)
#include <cstdio>

namespace io {

struct Console {
    virtual void write(char const* text) = 0;
    virtual char const* name() const = 0;
};

struct Serial : Console {
    void write(char const* text) override { std::printf("serial: %s\n", text); }
    char const* name() const override { return "serial"; }
};

struct Screen : Console {
    void write(char const* text) override { std::printf("screen: %s\n", text); }
    char const* name() const override { return "screen"; }
};

} // namespace io

void greet(io::Console& console) {
    console.write("hello");
}

void copy(io::Console const& from, io::Console& to) {
    to.write(from.name());
}

int main(int count, char**) {
    io::Serial serial;
    io::Screen screen;
    greet(serial);
    greet(screen);
    copy(serial, screen);
    copy(screen, serial);
    io::Console& unknown = count > 1 ? static_cast<io::Console&>(serial) : screen;
    greet(unknown);
    copy(serial, unknown);
}
// PRINTS: serial: hello
// PRINTS: screen: hello
// PRINTS: screen: serial
// PRINTS: serial: screen
// PRINTS: screen: hello
// PRINTS: screen: serial
