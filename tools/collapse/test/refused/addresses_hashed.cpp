// SPDX-License-Identifier: BSD-2-Clause
// Addresses of two bases of one object are hashed, by themselves and within what holds them.
// RUN: %refused --class File %s
#include <algorithm>
#include <cstdio>
#include <functional>
#include <memory>
#include <unordered_set>
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

int main() {
    auto const file = std::make_shared<File>();
    Reader* const reader = file.get();
    Writer* const writer = file.get();
    std::shared_ptr<Writer> const shared = file;
    auto const one = std::hash<Reader*>{}(reader);
    // CHECK-DAG: addresses_hashed.cpp:[[#@LINE+1]]:
    bool const same = one == std::hash<Writer*>{}(writer);
    // CHECK-DAG: addresses_hashed.cpp:[[#@LINE+1]]:
    auto const of_shared = std::hash<std::shared_ptr<Writer>>{}(shared);
    std::unordered_set<Writer*> const writers{writer};
    // CHECK-DAG: addresses_hashed.cpp:[[#@LINE+1]]:
    auto const by_set = writers.hash_function()(writer);
    // CHECK-DAG: addresses_hashed.cpp:[[#@LINE+1]]:
    auto const bucket = writers.bucket(writer);
    std::vector<Writer*> const several{writer};
    std::size_t hashes[1];
    // CHECK-DAG: addresses_hashed.cpp:[[#@LINE+1]]:
    std::transform(several.begin(), several.end(), hashes, std::hash<Writer*>());
    std::printf("%d %d %d\n", same, of_shared == by_set, bucket == hashes[0]);
}
