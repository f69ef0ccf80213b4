// SPDX-License-Identifier: BSD-2-Clause
// The source itself was generated: `#line` directives name other files.
// RUN: %same_output --class Parser %s
#include <cstdio>

struct Scanner {
#line 70 "grammar.y"
    int token() const { return __LINE__; }
    char const* file() const { return __FILE__; }
};
#line 500 "weird \"name\".y"
struct Parser : Scanner {
    int rule() const { return token() * 1000 + __LINE__; }
    char const* own_file() const { return __FILE__; }
};

int main() {
    Parser parser;
    std::printf("%d %s %s\n", parser.rule(), parser.file(), parser.own_file());
}

// PRINTS: 70501 grammar.y weird "name".y
