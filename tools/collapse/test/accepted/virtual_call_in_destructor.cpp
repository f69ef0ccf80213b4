// SPDX-License-Identifier: BSD-2-Clause
// While a base is destroyed, a virtual call reaches the base's own function.
// RUN: %same_output --class Session %s
#include <cstdio>

struct Connection {
    virtual ~Connection() { std::printf("close %s\n", name()); }
    virtual char const* name() const { return "connection"; }
};

struct Channel : Connection {
    ~Channel() override { std::printf("close %s\n", name()); }
    char const* name() const override { return "channel"; }
};

struct Session : Channel {
    ~Session() override { std::printf("close %s\n", name()); }
    char const* name() const override { return "session"; }
};

int main() {
    Session session;
    std::printf("%s\n", session.name());
}

// PRINTS: session
// PRINTS: close session
// PRINTS: close channel
// PRINTS: close connection
