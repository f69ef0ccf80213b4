// SPDX-License-Identifier: BSD-2-Clause
// Questions about types that would be answered otherwise once the bases are one class, though all
// names in them mean the same.
// RUN: %refused --class File --flag=-std=c++20 %s
#include <cstdio>
#include <type_traits>
#include <utility>

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

void take(Writer*) {}

struct Taker {
    Taker(Writer*) {}
};

template<class Pointer>
concept Takeable = requires(Pointer pointer) { take(pointer); };

// Sizes differ, which is allowed; that must not hide the rest.
// CHECK-DAG: answers_about_types.cpp:[[#@LINE+1]]:
enum Numbers { silent = noexcept(std::declval<Reader&>().read()), size = sizeof(File) };

template<class Object>
int choose(Object& object) {
    // CHECK-DAG: answers_about_types.cpp:[[#@LINE+1]]:
    if constexpr (noexcept(object.read())) return 100;
    return 1;
}

int main() {
    File file;
    Reader& reader = file;
    // CHECK-DAG: answers_about_types.cpp:[[#@LINE+1]]:
    std::printf("%d\n", Takeable<Reader*>);
    // CHECK-DAG: answers_about_types.cpp:[[#@LINE+1]]:
    std::printf("%d\n", std::is_constructible_v<Taker, Reader*>);
    // CHECK-DAG: answers_about_types.cpp:[[#@LINE+1]]:
    std::printf("%d\n", std::is_same_v<void (*)(Reader*), void (*)(Writer*)>);
    std::printf("%d %d %d %d\n", reader.read(), silent, size > 0, choose(reader) + choose(file));
}
