// SPDX-License-Identifier: BSD-2-Clause
// Questions and instances that are the same before and after, beside those that are refused.
// RUN: %same_output --class File --flag=-std=c++20 %s
#include <any>
#include <cstdio>
#include <functional>
#include <set>
#include <source_location>
#include <type_traits>
#include <typeinfo>
#include <vector>

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

struct Other {};

void take(Reader*) {}

template<class Pointer>
concept Takeable = requires(Pointer pointer) { take(pointer); };

template<class... Kinds>
int count() {
    static int calls = 0;
    return ++calls;
}

template<class Object>
int read(Object const& object) {
    return object.read();
}

char const* place(std::source_location here = std::source_location::current()) {
    return here.function_name();
}

// PRINTS: 1 0
// PRINTS: 1 1
// PRINTS: 3 3 6
// PRINTS: 5 0
// PRINTS: 1 int main()
// PRINTS: 0
int main() {
    File file;
    Reader& reader = file;
    std::printf("%d %d\n", Takeable<File*>, Takeable<Other*>);
    std::printf("%d %d\n", count<Reader*, int>(), count<Writer*, Other>());
    auto const by_lambda = [](auto const& object) { return object.read(); };
    std::printf("%d %d %d\n", read(reader), read(file), by_lambda(reader) + by_lambda(file));
    std::any const anything = 5;
    std::printf("%d %d\n", std::any_cast<int>(anything), typeid(int*) == typeid(Other*));
    std::set<void*> files;
    files.insert(&reader);
    files.insert(static_cast<Reader*>(&file));
    std::printf("%zu %s\n", files.size(), place());
    std::printf("%d\n", std::is_same_v<std::vector<File*>, std::vector<Other*>>);
}
