// SPDX-License-Identifier: BSD-2-Clause
// One base is a class of the library: it stays a base.
// RUN: %same_output --class Failure --keeps-bases Failure %s
#include <cstdio>
#include <stdexcept>

struct Coded {
    virtual ~Coded() = default;
    virtual int code() const = 0;
    bool fatal() const { return code() > 5; }
};

struct Failure : std::runtime_error, Coded {
    explicit Failure(int code) : std::runtime_error("failure"), code_(code) {}
    int code() const override { return code_; }
    int code_;
};

char const* text(std::exception const& error) {
    return error.what();
}

int main() {
    Failure failure(3);
    Coded& coded = failure;
    std::printf("%d %d %s\n", coded.code(), coded.fatal(), text(failure));
}

// PRINTS: 3 0 failure
