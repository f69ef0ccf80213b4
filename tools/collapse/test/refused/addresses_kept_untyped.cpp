// SPDX-License-Identifier: BSD-2-Clause
// Addresses of two parts of one object, told apart as `void*`.
// RUN: %refused --class File %s
#include <cstdio>
#include <set>

struct Reader {
    virtual int read() const { return 1; }
    int reads = 0;
};

struct Writer {
    virtual int write() { return 2; }
    int writes = 0;
};

struct File : Reader, Writer {
    int read() const noexcept override { return 3; }
    int write() override { return 4; }
};

int main() {
    File file;
    Reader* const reader = &file;
    Writer* const writer = &file;
    std::set<void*> parts;
    parts.insert(reader);
    // CHECK: error[C0319]: addresses of `Writer` and `Reader` become numbers or `void*`
    // CHECK-NEXT: --> {{.*}}addresses_kept_untyped.cpp:[[#@LINE+1]]:18
    parts.insert(writer);
    std::printf("%d %zu\n", reader->read(), parts.size());
}
