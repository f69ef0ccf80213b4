// SPDX-License-Identifier: BSD-2-Clause
// `memcmp` reads the bytes of objects, among them the pointer to the table of virtual functions.
// RUN: %refused --class Key %s
#include <cstring>

struct Base {
    virtual ~Base() = default;
    virtual int value() const { return value_; }
    int value_ = 1;
};

struct Key : Base {
    int more = 2;
};

bool same(Key const& left, Key const& right) {
    void const* bytes = &left;
    // CHECK: error[C0310]: `memcmp` takes an object that holds `Key` as bytes
    // CHECK-NEXT: --> {{.*}}compared_bytes.cpp:[[#@LINE+1]]:31
    return std::memcmp(bytes, static_cast<void const*>(&right), sizeof(Key)) == 0;
}

int main() {
    return same(Key(), Key());
}
