// SPDX-License-Identifier: BSD-2-Clause
// Initialisers that look harmless call the body of the base first: constant functions that read by
// pointers, throw, or have local objects; temporary objects that end; mutable members.
// RUN: %same_output --class Reading --class Throwing --class Ending --class Changing %s
#include <cstdio>
#include <stdexcept>
#include <vector>

int state = 1;
int* const cell = &state;

constexpr int read(bool really) {
    return really ? *cell : 0;
}

struct Writer {
    Writer() { state = 7; }
    virtual int get() const { return 0; }
};

struct Reading : Writer {
    int value = read(true);
    int get() const override { return value; }
};

struct Speaker {
    Speaker() { std::puts("Speaker"); }
    virtual int get() const { return 0; }
};

constexpr int checked(int value) {
    if (value < 0) throw 1;
    return value;
}

struct Throwing : Speaker {
    explicit Throwing(int value) : value(checked(value)), values(value) {}
    int value;
    std::vector<int> values;
    int get() const override { return value; }
};

struct Guard {
    int value = 1;
    constexpr Guard() {}
    ~Guard() { std::puts("guard"); }
};

struct Talker {
    Talker() { std::puts("Talker"); }
    virtual int get() const { return 0; }
};

struct Ending : Talker {
    Ending() : second(Guard().value) {}
    int first = Guard().value;
    int second;
    int get() const override { return first + second; }
};

struct Counter {
    mutable int count = 0;
    int next() const { return ++count; }
};

struct Asker {
    explicit Asker(Counter const& counter) { counter.next(); }
    virtual int get() const { return 0; }
};

struct Changing : Asker {
    explicit Changing(Counter counter) : Asker(counter), value(counter.count) {}
    int value;
    int get() const override { return value; }
};

int main() {
    Reading reading;
    std::printf("%d\n", reading.get());
    try {
        Throwing throwing(-1);
        std::printf("%d\n", throwing.get());
    } catch (int) {
        std::puts("caught");
    }
    Ending ending;
    std::printf("%d\n", ending.get());
    Changing changing{Counter()};
    std::printf("%d\n", changing.get());
}

// PRINTS: 7
// PRINTS: Speaker
// PRINTS: caught
// PRINTS: Talker
// PRINTS: guard
// PRINTS: guard
// PRINTS: 2
// PRINTS: 1
