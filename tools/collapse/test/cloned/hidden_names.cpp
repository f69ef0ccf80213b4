// SPDX-License-Identifier: BSD-2-Clause
// The class hides names of the interface by others: what would mean another function in the clone
// is not cloned; the rest of the unit is.
// RUN: %cloned %s
// PLAN: {"version": 1, "sealed": ["Serial", "Screen"], "clones": true}
// CLONE: plain(Serial&)
// CLONE: plain(Screen&)
// KEPT: convert, for in the clone `write` would now mean `Serial::write`, not `Console::write`
// KEPT: helps, for in the clone `help` would now mean `Serial::help`, not `Console::help`
// KEPT: by_default, for in the clone `count` would now mean `number`, of type `int`, not `number`, of type `int` (default argument 0)
// KEPT: hidden, for in the clone 'hidden' is a private member of 'Serial'
// DIRECT: plain(Serial&)
// DIRECT: plain(Screen&)
#include <cstdio>

struct Console {
    virtual void write(long number) = 0;
    virtual void hidden() = 0;
    virtual void count(int number = 1) = 0;
    void help() { std::puts("help of the console"); }
};

struct Serial : Console {
    void write(long number) override { std::printf("long %ld\n", number); }
    void write(int number) { std::printf("int %d\n", number); }
    void help() { std::puts("help of the serial line"); }
    void count(int number) override { std::printf("count %d\n", number); }

private:
    void hidden() override { std::puts("hidden"); }
};

struct Screen : Console {
    void write(long number) override { std::printf("screen %ld\n", number); }
    void hidden() override { std::puts("screen"); }
    void count(int number = 2) override { std::printf("count %d on the screen\n", number); }
};

void convert(Console& console) {
    console.write(1);
}

void helps(Console& console) {
    console.help();
}

void hidden(Console& console) {
    console.hidden();
}

void by_default(Console& console) {
    console.count();
}

void plain(Console& console) {
    console.write(2L);
}

int main() {
    Serial serial;
    Screen screen;
    convert(serial);
    helps(serial);
    hidden(serial);
    by_default(screen);
    plain(serial);
    plain(screen);
}
// PRINTS: long 1
// PRINTS: help of the console
// PRINTS: hidden
// PRINTS: count 1 on the screen
// PRINTS: long 2
// PRINTS: screen 2
