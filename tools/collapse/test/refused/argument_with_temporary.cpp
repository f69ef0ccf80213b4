// SPDX-License-Identifier: BSD-2-Clause
// The temporary object of an argument lived until the body of the base ended.
// RUN: %refused --class ByValue --class ByReference --class Kept --class Viewed --class Listed %s
#include <cstdio>
#include <initializer_list>
#include <string>
#include <string_view>

struct Noisy {
    explicit Noisy(int number) : number(number) {}
    Noisy(Noisy const&) = default;
    ~Noisy() { std::puts("gone"); }
    int number;
};

struct Taker {
    explicit Taker(Noisy noisy) : value(noisy.number) { std::puts("body"); }
    int value;
    virtual int get() const { return value; }
};

struct ByValue : Taker {
    // CHECK: error[C0404]: the argument for `noisy` of `Taker` would not be evaluated exactly
    // CHECK-NEXT: --> {{.*}}argument_with_temporary.cpp:[[#@LINE+1]]:
    ByValue() : Taker(Noisy(3)) {}
    int get() const override { return 1; }
};

struct Reader {
    explicit Reader(Noisy const& noisy) : value(noisy.number) { std::puts("body"); }
    int value;
    virtual int get() const { return value; }
};

struct ByReference : Reader {
    // CHECK: error[C0404]: the argument for `noisy` of `Reader` would not be evaluated exactly
    // CHECK-NEXT: --> {{.*}}argument_with_temporary.cpp:[[#@LINE+1]]:
    ByReference() : Reader(Noisy(3)) {}
    int get() const override { return 1; }
};

struct Keeper {
    explicit Keeper(int const& number) : address(&number) { same = address == &number; }
    int const* address;
    bool same;
    virtual int get() const { return same; }
};

struct Kept : Keeper {
    // CHECK: error[C0404]: the argument for `number` of `Keeper` cannot be evaluated again for
    // CHECK-NEXT: --> {{.*}}argument_with_temporary.cpp:[[#@LINE+1]]:
    Kept() : Keeper(5) {}
    int get() const override { return same; }
};

struct View {
    explicit View(std::string const& text) : view(text) { length = std::string(view).size(); }
    std::string_view view;
    unsigned long length;
    virtual unsigned long get() const { return length; }
};

struct Viewed : View {
    // CHECK: error[C0404]: the argument for `text` of `View` would not be evaluated exactly
    // CHECK-NEXT: --> {{.*}}argument_with_temporary.cpp:[[#@LINE+1]]:
    Viewed() : View("a text that is too long to lie in the object itself") {}
    unsigned long get() const override { return length; }
};

struct List {
    explicit List(std::initializer_list<int> list) : first(std::begin(list)) { sum = *first; }
    int const* first;
    int sum;
    virtual int get() const { return sum; }
};

struct Listed : List {
    // CHECK: error[C0404]: the argument for `list` of `List` would not be evaluated exactly
    // CHECK-NEXT: --> {{.*}}argument_with_temporary.cpp:[[#@LINE+1]]:
    explicit Listed(int a) : List(std::initializer_list<int>{a, a + 1}) {}
    int get() const override { return sum; }
};

int main() {
    return ByValue().get() + ByReference().get() + Kept().get() + Listed(2).get() +
           static_cast<int>(Viewed().get());
}
