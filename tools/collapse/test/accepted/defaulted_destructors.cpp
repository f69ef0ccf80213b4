// SPDX-License-Identifier: BSD-2-Clause
// Destructors and constructors that are defaulted, in the class and outside of it.
// RUN: %same_output --class File --class Socket --class Pipe --class Ring --class Simple %s
#include <cstdio>

struct Handle {
    Handle();
    virtual ~Handle();
    int number;
};
Handle::Handle() : number(3) {}
Handle::~Handle() {
    std::printf("close %d\n", number);
}

struct Buffered : Handle {
    ~Buffered() override { std::puts("flush"); }
};

struct File final : Buffered {
    File();
    ~File();
    int position = 5;
};
File::File() = default;
File::~File() = default;

struct Address {
    Address();
    virtual ~Address();
    virtual int port() const { return 80; }
    int family = 2;
};
Address::Address() = default;
Address::~Address() = default;

struct Open : Address {
    virtual ~Open() noexcept { std::puts("open"); }
};

struct Socket : Open {
    virtual ~Socket() noexcept = default;
    int port() const override { return 443; }
};

struct Ends {
    virtual ~Ends() = default;
    int ends = 2;
};

struct Round {
    virtual ~Round() { std::puts("round"); }
    int turns = 6;
};

struct Ring : Round {
    ~Ring() override = default;
};

struct Pipe : Ends {
    ~Pipe() override;
};

struct Plain {
    virtual ~Plain() = default;
    int value = 8;
};

struct Simple : Plain {
    ~Simple() override = default;
};
Pipe::~Pipe() = default;

int main() {
    File file;
    std::printf("%d %d\n", file.number, file.position);
    Socket socket;
    Address const& address = socket;
    std::printf("%d %d\n", address.port(), address.family);
    Pipe pipe;
    std::printf("%d\n", pipe.ends);
    Handle* other = new File;
    delete other;
    Round* round = new Ring;
    std::printf("%d\n", round->turns);
    delete round;
    Simple simple;
    std::printf("%d %d\n", simple.value, noexcept(simple.~Simple()));
}

// PRINTS: 3 5
// PRINTS: 443 2
// PRINTS: 2
// PRINTS: flush
// PRINTS: close 3
// PRINTS: 6
// PRINTS: round
// PRINTS: 8 1
// PRINTS: open
// PRINTS: flush
// PRINTS: close 3
