// SPDX-License-Identifier: BSD-2-Clause
// Instances of templates that one can tell apart, and that would be one.
// RUN: %refused --class File --flag=-std=c++20 %s
#include <any>
#include <cstdio>
#include <functional>

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

template<class... Kinds>
// CHECK-DAG: error[C0317]{{.*}}`count`
int count() {
    static int calls = 0;
    return ++calls;
}

template<class Function>
// CHECK-DAG: error[C0317]{{.*}}`count_function`
int count_function() {
    return [] {
        static int calls = 0;
        return ++calls;
    }();
}

template<auto member>
// CHECK-DAG: error[C0317]{{.*}}`count_member`
int count_member() {
    struct Counter {
        static int next() {
            static int calls = 0;
            return ++calls;
        }
    };
    return Counter::next();
}

template<class Object>
// CHECK-DAG: error[C0317]{{.*}}`count_default`
int count_default(
    Object const*, int calls = [] {
        static int number = 0;
        return ++number;
    }()) {
    return calls;
}

template<class Kind>
// CHECK-DAG: error[C0317]{{.*}}`identity`
void identity() {}

void use(Reader*) {}

int main() {
    File file;
    Reader* const reader = &file;
    Writer* const writer = &file;
    // CHECK-DAG: error[C0317]{{.*}}`operator()`
    auto const calls = [](auto*) {
        static int number = 0;
        return ++number;
    };
    bool const same = &identity<Reader> == &identity<Writer>;
    std::any const anything = reader;
    // CHECK-DAG: instances_become_one.cpp:[[#@LINE+1]]:
    bool const found = std::any_cast<Writer*>(&anything) != nullptr;
    std::function<void(Reader*)> const function = use;
    // CHECK-DAG: instances_become_one.cpp:[[#@LINE+1]]:
    bool const targeted = function.target<void (*)(Writer*)>() != nullptr;
    std::printf("%d %d %d\n", same, found, targeted);
    std::printf("%d %d\n", count_default(reader), count_default(writer));
    std::printf("%d %d\n", calls(reader), calls(writer));
    std::printf("%d %d\n", count<Reader*>(), count<Writer*>());
    std::printf("%d %d\n", count_function<void(Reader*)>(), count_function<void(Writer*)>());
    std::printf("%d %d\n", count_member<&Reader::read>(), count_member<&File::read>());
}
