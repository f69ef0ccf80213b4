// SPDX-License-Identifier: BSD-2-Clause
// One function overrides those of two interfaces; calls come through both.
// RUN: %same_output --class Terminal %s
#include <cstdio>

struct Readable {
    virtual ~Readable() = default;
    virtual int close() = 0;
    virtual int read() = 0;
};

struct Writable {
    virtual ~Writable() = default;
    virtual int close() = 0;
    virtual void write(int value) = 0;
};

struct Terminal : Readable, Writable {
    int close() override { return ++closed; }
    int read() override { return value; }
    void write(int value) override { this->value = value; }
    int value = 0;
    int closed = 0;
};

int drain(Readable& from) {
    return from.read() * 10 + from.close();
}

int fill(Writable* to) {
    to->write(7);
    return to->close();
}

int main() {
    Terminal terminal;
    int filled = fill(&terminal);
    int drained = drain(terminal);
    std::printf("%d %d %d\n", filled, drained, terminal.closed);
}

// PRINTS: 1 72 2
