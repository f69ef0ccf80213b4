// SPDX-License-Identifier: BSD-2-Clause
// Prints an object as it lies in memory.
#include "self_check.hpp"

#include <cstdio>
#include <cstring>

namespace scenario {

void print_words(unsigned long address, unsigned long count) {
    char const* const bytes = reinterpret_cast<char const*>(address);
    std::printf("words");
    for (unsigned long i = 0; i < count; ++i) {
        unsigned long word = 0;
        std::memcpy(&word, bytes + i * sizeof word, sizeof word);
        std::printf(" %lx", word);
    }
    std::printf("\n");
}

} // namespace scenario
