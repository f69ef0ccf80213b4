// SPDX-License-Identifier: BSD-2-Clause
// Addresses of two bases of one object, each among those of its own class; and one that has been
// that of the object before is hashed and printed.
// RUN: %same_output --class File %s
#include <algorithm>
#include <cstdio>
#include <cstring>
#include <functional>
#include <map>
#include <memory>
#include <set>
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
    std::set<Reader*> const readers{reader};
    std::unordered_set<Writer*> writers;
    writers.emplace(writer);
    std::map<Writer*, int> numbers;
    numbers.try_emplace(writer, 5);
    std::vector<std::shared_ptr<Reader>> const shared{file};
    std::vector<Writer*> several{writer, nullptr};
    std::sort(several.begin(), several.end());
    std::printf("%zu %zu %d\n", readers.count(reader), writers.count(writer), numbers[writer]);
    std::printf("%d %d\n", shared[0]->read(), several[1]->write());
    bool const same = std::hash<Reader*>{}(reader) == std::hash<File*>{}(file.get());
    char one[32];
    char other[32];
    std::snprintf(one, sizeof one, "%p", reader);
    std::snprintf(other, sizeof other, "%p", static_cast<void*>(file.get()));
    std::printf("%d %d\n", same, std::strcmp(one, other));
}
// PRINTS: 1 1 5
// PRINTS: 3 4
// PRINTS: 1 0
