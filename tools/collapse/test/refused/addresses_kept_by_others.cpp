// SPDX-License-Identifier: BSD-2-Clause
// Addresses of two parts of one object become untyped in lists, in the library, and as bytes.
// RUN: %refused --class File --flag=-std=c++20 %s
#include <bit>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <memory>

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

struct Key {
    void const* address;
};

int main() {
    auto const file = std::make_shared<File>();
    Reader* const reader = file.get();
    Writer* const writer = file.get();
    Key const one{reader};
    // CHECK-DAG: addresses_kept_by_others.cpp:[[#@LINE+1]]:
    Key const other{writer};
    std::shared_ptr<Writer> const shared = file;
    // CHECK-DAG: addresses_kept_by_others.cpp:[[#@LINE+1]]:
    std::shared_ptr<void> const any = shared;
    // CHECK-DAG: addresses_kept_by_others.cpp:[[#@LINE+1]]:
    auto const number = std::bit_cast<std::uintptr_t>(writer);
    // CHECK-DAG: addresses_kept_by_others.cpp:[[#@LINE+1]]:
    int const order = std::memcmp(&reader, &writer, sizeof reader);
    std::printf("%d %d\n", one.address == other.address, any.get() == one.address);
    std::printf("%d %d %d\n", number == 0, order == 0, reader->read());
}
