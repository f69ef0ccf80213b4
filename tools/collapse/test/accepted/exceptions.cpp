// SPDX-License-Identifier: BSD-2-Clause
// The class is thrown and caught, as itself and as its base.
// RUN: %same_output --class ParseError %s
#include <cstdio>

struct Error {
    explicit Error(int code) : code(code) {}
    virtual ~Error() = default;
    virtual char const* what() const { return "error"; }
    int code;
};

struct ParseError : Error {
    explicit ParseError(int line) : Error(line * 2), line(line) {}
    char const* what() const override { return "parse error"; }
    int line;
};

void parse(int line) {
    throw ParseError(line);
}

int main() {
    try {
        parse(4);
    } catch (int) {
        std::puts("int");
    } catch (Error const& error) {
        std::printf("%s %d\n", error.what(), error.code);
    }
    try {
        parse(5);
    } catch (ParseError& error) {
        std::printf("%s %d\n", error.Error::what(), error.line);
    }
}

// PRINTS: parse error 8
// PRINTS: error 5
