// SPDX-License-Identifier: BSD-2-Clause
// An argument is converted by a class that has other, explicit conversions.
// RUN: %refused --class Made --class Read %s
struct Width {
    explicit Width(int) : value(1) {}
    Width(long) : value(2) {}
    int value;
};

struct Box {
    Box(Width width) : value(width.value) {}
    int value;
    virtual int get() const { return value; }
};

struct Made : Box {
    // CHECK: error[C0404]: the argument for `width` of `Box` cannot be written in the place of
    // CHECK-NEXT: --> {{.*}}argument_converted_by_class.cpp:[[#@LINE+1]]:
    Made() : Box(5) {}
    int get() const override { return value; }
};

struct Number {
    explicit operator int() const { return 1; }
    operator long() const { return 2; }
};

struct Value {
    Value(int value) : value(value) {}
    int value;
    virtual int get() const { return value; }
};

struct Read : Value {
    // CHECK: error[C0404]: the argument for `value` of `Value` cannot be written in the place
    // CHECK-NEXT: --> {{.*}}argument_converted_by_class.cpp:[[#@LINE+1]]:
    Read(Number const& number) : Value(number) {}
    int get() const override { return value; }
};

int main() {
    return Made().get() + Read(Number()).get();
}
