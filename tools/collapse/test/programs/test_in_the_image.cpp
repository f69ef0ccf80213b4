// SPDX-License-Identifier: BSD-2-Clause
// A test with its own implementation of an interface, linked into the product: it never sees the
// class that is flattened and shares nothing of its bases, so it is compiled as it is.
// RUN: rm -rf %t && mkdir -p %t
// RUN: %collapse scan -o %t/product.json -- g++ -DPRODUCT -c %s
// RUN: %collapse scan -o %t/test.json -- g++ -c %s
// RUN: %collapse plan --class Serial --verbose -o %t/plan.json %t/product.json %t/test.json \
// RUN:     2>&1 | %FileCheck %s
// RUN: %collapse --plan %t/plan.json -- g++ -O2 -DPRODUCT -c %s -o %t/product.o
// RUN: %collapse --plan %t/plan.json -- g++ -c %s -o %t/test.o
// RUN: g++ %t/product.o %t/test.o -o %t/gxx
// RUN: %t/gxx | %FileCheck --check-prefix=PRINTS %s
// RUN: %nm -C %t/product.o | %FileCheck --check-prefix=FLAT %s
// RUN: %nm -C %t/test.o | %FileCheck --check-prefix=VIRTUAL %s
// RUN: %collapse --plan %t/plan.json -- clang++-19 -DPRODUCT -c %s -o %t/product.o
// RUN: %collapse --plan %t/plan.json -- clang++-19 -c %s -o %t/test.o
// RUN: clang++-19 %t/product.o %t/test.o -o %t/clangxx
// RUN: %t/clangxx | %FileCheck --check-prefix=PRINTS %s
// What the unit was when the plan was made is what counts.
// RUN: %expect_status 1 %collapse --plan %t/plan.json -- g++ -DCHANGED -c %s -o %t/changed.o 2>&1 \
// RUN:     | %FileCheck --check-prefix=CHANGED %s
// RUN: %not ls %t/changed.o
// Through a variable that both know, objects may pass.
// RUN: %collapse scan -o %t/product.json -- g++ -DPRODUCT -DSHARED -c %s
// RUN: %collapse scan -o %t/test.json -- g++ -DSHARED -c %s
// RUN: %collapse plan --class Serial --verbose %t/product.json %t/test.json 2>&1 >%t/shared.json \
// RUN:     | %FileCheck --check-prefix=SHARED %s
#include <cstdio>

// CHECK: Serial: Device is merged: only this hierarchy uses it
// CHECK: Serial: {{.*}}test_in_the_image.cpp stays as it is: it shares nothing of the hierarchy
// CHANGED: error[C0713]: this unit sees `Device`, but never `Serial`
// SHARED: Serial: Device is kept: `Serial` is converted to it
// SHARED: test_in_the_image.cpp counts: objects may pass to units that see it through `last`
class Device {
public:
    virtual int put(char each) = 0;
    int put_twice(char each) { return put(each) + put(each); }
};

struct Devices {
    Device* first = nullptr;
};

int test();

#ifdef SHARED
extern Device* last;
int use_last() { return last->put('x'); }
#endif

#ifdef PRODUCT
// FLAT-NOT: vtable for
// FLAT: Serial
// FLAT-NOT: vtable for
class Serial : public Device {
public:
    int put(char each) override { return sent_ += each - 'a' + 1; }

private:
    int sent_ = 0;
};

#ifdef SHARED
Device* last;
#endif

__attribute__((noinline)) int send(Serial& serial) { return serial.put_twice('b'); }

// PRINTS: 6, with the test's 20
int main() {
    Serial serial;
    Devices devices;
    devices.first = &serial;
    std::printf("%d, with the test's %d\n", send(serial), test());
}
#else
// VIRTUAL: vtable for
namespace {
class Fake : public Device {
public:
    int put(char) override { return 10; }
};
} // namespace

int test() {
    Fake fake;
    Devices devices;
    devices.first = &fake;
    return devices.first->put_twice('z');
}

#ifdef CHANGED
int added_later() { return test(); }
#endif
#endif
