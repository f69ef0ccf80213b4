// SPDX-License-Identifier: BSD-2-Clause
// Addresses of two bases of one object are read as numbers where they lie, and by assembly.
// RUN: %refused --class File %s
#include <cstdint>
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

union Slot {
    Reader* reader;
    // CHECK-DAG: addresses_read_as_numbers.cpp:[[#@LINE+1]]:
    Writer* writer;
    std::uintptr_t number;
};

struct ReaderKey {
    Reader* reader;
};

struct WriterKey {
    Writer* writer;
};

int main() {
    File file;
    Slot slot;
    slot.writer = &file;
    ReaderKey const one{&file};
    WriterKey const other{&file};
    // CHECK-DAG: addresses_read_as_numbers.cpp:[[#@LINE+1]]:
    bool const same = std::memcmp(&one, &other, sizeof one) == 0;
    Writer* writer = &file;
    // CHECK-DAG: addresses_read_as_numbers.cpp:[[#@LINE+1]]:
    void** const place = reinterpret_cast<void**>(&writer);
    std::uintptr_t number = 0;
    // CHECK-DAG: addresses_read_as_numbers.cpp:[[#@LINE+1]]:
    asm("mov %1, %0" : "=r"(number) : "r"(writer));
    // CHECK-DAG: addresses_read_as_numbers.cpp:[[#@LINE+1]]:
    auto const get = [](auto* part) { return reinterpret_cast<std::uintptr_t>(part); };
    std::printf("%d %d %d\n", same, *place == &file, get(writer) == slot.number + number);
}
