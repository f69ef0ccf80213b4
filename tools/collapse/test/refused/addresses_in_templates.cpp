// SPDX-License-Identifier: BSD-2-Clause
// Templates of the library convert what they are given to `void*`, or print it.
// RUN: %refused --class File --flag=-std=c++20 %s
#include <algorithm>
#include <cstdio>
#include <functional>
#include <iostream>
#include <memory>
#include <optional>
#include <set>
#include <thread>
#include <utility>
#include <vector>

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
    explicit Key(void const* given) : address(given) {}
    void const* address;
};

int main() {
    auto const file = std::make_shared<File>();
    Reader* const reader = file.get();
    Writer* const writer = file.get();
    std::shared_ptr<Writer> const shared = file;
    std::vector<Writer*> const several{writer};
    std::set<void const*> parts;
    parts.emplace(reader);
    // CHECK-DAG: addresses_in_templates.cpp:[[#@LINE+1]]:
    parts.emplace(writer);
    // CHECK-DAG: addresses_in_templates.cpp:[[#@LINE+1]]:
    parts.insert(several.begin(), several.end());
    // CHECK-DAG: addresses_in_templates.cpp:[[#@LINE+1]]:
    auto const found = std::find(parts.begin(), parts.end(), writer);
    // CHECK-DAG: addresses_in_templates.cpp:[[#@LINE+1]]:
    std::pair<void*, int> const pair{writer, 1};
    // CHECK-DAG: addresses_in_templates.cpp:[[#@LINE+1]]:
    std::optional<void*> const maybe = writer;
    // CHECK-DAG: addresses_in_templates.cpp:[[#@LINE+1]]:
    auto const key = std::make_unique<Key>(writer);
    std::shared_ptr<void> any;
    // CHECK-DAG: addresses_in_templates.cpp:[[#@LINE+1]]:
    any = shared;
    auto const take = [&](void const* address) { parts.insert(address); };
    // CHECK-DAG: addresses_in_templates.cpp:[[#@LINE+1]]:
    std::invoke(take, writer);
    // CHECK-DAG: addresses_in_templates.cpp:[[#@LINE+1]]:
    std::for_each(several.begin(), several.end(), take);
    // CHECK-DAG: addresses_in_templates.cpp:[[#@LINE+1]]:
    std::thread(take, writer).join();
    // CHECK-DAG: addresses_in_templates.cpp:[[#@LINE+1]]:
    bool const same = std::equal_to<>{}(writer, key->address);
    // CHECK-DAG: addresses_in_templates.cpp:[[#@LINE+1]]:
    std::cout << shared << '\n';
    std::printf("%d %d %d %d\n", same, found == parts.end(), pair.first == any.get(), !*maybe);
}
