// SPDX-License-Identifier: BSD-2-Clause
// Members of types that are declared between them, and functions that come before.
// RUN: %same_output --class Buffer %s
#include <cstdio>

class Buffer {
public:
    int total() const { return used_ + limit; }
    static constexpr int limit = 4;

private:
    int used_ = 2;

public:
    using Word = unsigned short;
    Word words[limit] = {1, 2, 3, 4};
    struct Entry {
        Word word;
        int more;
    };
    Entry entry = {5, 6};
};

int main() {
    Buffer buffer;
    std::printf("%d %d %d\n", buffer.total(), buffer.words[3], buffer.entry.more);
}

// PRINTS: 6 4 6
