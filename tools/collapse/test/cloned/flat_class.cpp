// SPDX-License-Identifier: BSD-2-Clause
// The class behind the parameter is flattened itself, but for the interface, which it keeps; the
// function stands between its bases and uses one that is merged.
// RUN: %cloned %s
// PLAN: {"version": 1, "classes": [{"name": "Uart", "decisions": {"Console": "kept"}}], "clones": true}
// CLONE: drain(Uart&)
// CLONE: feed(Buffer &, Uart&)
// KEPT: Uart::join, its class is flattened
// DIRECT: drain(Uart&)
// DIRECT: feed(Uart&, Uart&)
#include <cstdio>

class Console {
public:
    virtual void write(int byte) = 0;

protected:
    ~Console() = default;
};

class Buffer {
public:
    int next() { return next_++; }

protected:
    int next_ = 1;
};

static void drain(Console& console) {
    console.write(0);
}

static void feed(Buffer& buffer, Console& console) {
    console.write(buffer.next());
}

class Uart : public Buffer, public Console {
public:
    void write(int byte) override { std::printf("%d of %d\n", byte, next_); }
    void join(Console& other) { other.write(next_); }
};

int main() {
    Uart uart;
    drain(uart);
    feed(uart, uart);
    uart.join(uart);
}
// PRINTS: 0 of 1
// PRINTS: 1 of 2
// PRINTS: 2 of 2
