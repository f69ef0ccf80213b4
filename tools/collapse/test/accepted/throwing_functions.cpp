// SPDX-License-Identifier: BSD-2-Clause
// Functions of bases throw and catch; objects are destroyed while the stack unwinds.
// RUN: %same_output --class Parser %s
#include <cstdio>

struct Reader {
    virtual ~Reader() { std::puts("reader gone"); }
    virtual int next(int from) {
        if (from > 2) throw from;
        return from + 1;
    }
    int all(int from) try {
        while (true)
            from = next(from);
    } catch (int last) {
        return last * 10;
    }
};

struct Parser : Reader {
    int next(int from) override { return Reader::next(from) * 2; }
};

int parse(int from) {
    Parser parser;
    int all = parser.all(from);
    return all + parser.next(from);
}

int main() {
    std::printf("%d\n", parse(0));
    try {
        parse(7);
    } catch (int value) {
        std::printf("caught %d\n", value);
    }
}

// PRINTS: reader gone
// PRINTS: 62
// PRINTS: reader gone
// PRINTS: caught 7
