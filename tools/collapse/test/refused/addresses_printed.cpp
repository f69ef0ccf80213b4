// SPDX-License-Identifier: BSD-2-Clause
// Addresses of two bases of one object are printed: the texts would become the same.
// RUN: %refused --class File %s
#include <cstdio>
#include <cstring>

struct Reader {
    virtual int read() const { return 1; }
    int reads = 0;
};

struct Writer {
    virtual int write() { return 2; }
    int writes = 0;
};

struct File final : Reader, Writer {
    int read() const override { return 3; }
    int write() override { return 4; }
};

int main() {
    File file;
    Reader* const reader = &file;
    Writer* const writer = &file;
    char one[32];
    char other[32];
    std::snprintf(one, sizeof one, "%p", reader);
    // CHECK: error[C0319]: addresses of `Writer` and `Reader` become numbers or `void*`
    // CHECK-NEXT: --> {{.*}}addresses_printed.cpp:[[#@LINE+1]]:46
    std::snprintf(other, sizeof other, "%p", writer);
    std::printf("%d\n", std::strcmp(one, other) == 0);
}
