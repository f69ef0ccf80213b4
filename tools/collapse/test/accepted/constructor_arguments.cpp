// SPDX-License-Identifier: BSD-2-Clause
// Arguments travel from the constructors of the class through those of its bases.
// RUN: %same_output --class Page %s
#include <cstdio>

struct Region {
    Region(unsigned long begin, unsigned long size) : begin(begin), end(begin + size) {}
    unsigned long begin;
    unsigned long end;
};

struct Tagged {
    explicit Tagged(char tag, int level = 3) : tag(tag), level(level) {}
    char tag;
    int level;
};

struct Frame : Region {
    explicit Frame(unsigned number) : Region(number * 4096ul, 4096), number(number) {}
    unsigned number;
};

struct Page : Frame, Tagged {
    Page(unsigned number, char tag) : Frame(number + 1), Tagged(tag), dirty(false) {}
    Page(unsigned number, char tag, int level)
        : Frame(number), Tagged(static_cast<char>(tag + 1), level * 2), dirty(true) {}
    bool dirty;
};

void show(Page const& page) {
    std::printf("%lx..%lx #%u %c %d %d\n", page.begin, page.end, page.number, page.tag, page.level,
                page.dirty);
}

int main() {
    show(Page(1, 'a'));
    show(Page(2, 'a', 5));
}

// PRINTS: 2000..3000 #2 a 3 0
// PRINTS: 2000..3000 #2 b 10 1
