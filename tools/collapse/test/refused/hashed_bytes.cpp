// SPDX-License-Identifier: BSD-2-Clause
// A function of the program reads the bytes of an object through `void*`.
// RUN: %refused --class Key %s
#include <cstddef>

struct Base {
    char tag = 't';
    int value = 1;
};

struct Key : Base {
    char more = 'm';
};

unsigned hash(void const* bytes, std::size_t size) {
    unsigned result = 5;
    auto* byte = static_cast<unsigned char const*>(bytes);
    for (std::size_t index = 0; index < size; ++index)
        result = result * 33 + byte[index];
    return result;
}

int main() {
    Key key;
    // CHECK: error[C0310]: `hash` takes an object that holds `Key` as bytes
    // CHECK-NEXT: --> {{.*}}hashed_bytes.cpp:[[#@LINE+1]]:34
    return static_cast<int>(hash(&key, sizeof key));
}
