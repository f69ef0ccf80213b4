// SPDX-License-Identifier: BSD-2-Clause
// Macros of the program configure headers of the system.
// RUN: %same_output --class Checked %s
#define __STDC_FORMAT_MACROS
#define _FILE_OFFSET_BITS 64
#define NDEBUG
#include <cassert>
#include <cinttypes>
#include <cstdio>
#include <sys/types.h>

struct Checking {
    virtual ~Checking() = default;
    void check([[maybe_unused]] int value) const { assert(value > 5); }
    std::int64_t big() const { return std::int64_t(1) << 40; }
};

struct Checked : Checking {
    off_t offset = 3;
};

#undef NDEBUG
#include <cassert>

int main() {
    Checked checked;
    checked.check(1);
    assert(checked.offset == 3);
    std::printf("%" PRId64 " %zu\n", checked.big(), sizeof(checked.offset));
}

// PRINTS: 1099511627776 8
