// SPDX-License-Identifier: BSD-2-Clause
// Objects of the class are destroyed while exceptions of other classes pass through its functions.
// RUN: %same_output --class Parser %s
#include <cstdio>
#include <stdexcept>

struct Reader {
    explicit Reader(char const* text) : text(text) {}
    virtual ~Reader() { std::printf("end of %s\n", text); }
    virtual int digit(char letter) const {
        if (letter < '0' || letter > '9') throw std::out_of_range("no digit");
        return letter - '0';
    }
    char const* text;
};

struct Parser : Reader {
    explicit Parser(char const* text) : Reader(text) {}
    int digit(char letter) const override {
        if (letter == 'x') throw letter;
        return Reader::digit(letter);
    }
    int number() const {
        int result = 0;
        for (char const* letter = text; *letter; ++letter)
            result = result * 10 + digit(*letter);
        return result;
    }
};

void parse(char const* text) {
    try {
        Parser parser(text);
        std::printf("%d\n", parser.number());
    } catch (std::exception const& error) {
        std::puts(error.what());
    } catch (char letter) {
        std::printf("letter %c\n", letter);
    }
}

int main() {
    parse("123");
    parse("12a");
    parse("1x");
}

// PRINTS: 123
// PRINTS: end of 123
// PRINTS: end of 12a
// PRINTS: no digit
// PRINTS: end of 1x
// PRINTS: letter x
