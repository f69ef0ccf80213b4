// SPDX-License-Identifier: BSD-2-Clause
// A test with its own implementation of an interface, linked into the product: it never sees the
// class that is flattened and shares nothing of its bases, so it is compiled as it is.
// RUN: rm -rf %t && mkdir -p %t
// RUN: %collapse scan -o %t/product.json -- g++ -I%inputs/programs -c %s
// RUN: %collapse scan -o %t/test.json -- g++ -c %inputs/programs/fake_device.cpp
// RUN: %collapse plan --class Serial --apart fake_device.cpp --verbose -o %t/plan.json \
// RUN:     %t/product.json %t/test.json 2>&1 | %FileCheck %s
// RUN: %collapse --plan %t/plan.json -- g++ -O2 -I%inputs/programs -c %s -o %t/product.o
// RUN: %collapse --plan %t/plan.json -- g++ -c %inputs/programs/fake_device.cpp -o %t/test.o
// RUN: g++ %t/product.o %t/test.o -o %t/gxx
// RUN: %t/gxx | %FileCheck --check-prefix=PRINTS %s
// RUN: %nm -C %t/product.o | %FileCheck --check-prefix=FLAT %s
// RUN: %nm -C %t/test.o | %FileCheck --check-prefix=VIRTUAL %s
// RUN: %collapse --plan %t/plan.json -- clang++-19 -I%inputs/programs -c %s -o %t/product.o
// RUN: %collapse --plan %t/plan.json -- clang++-19 -c %inputs/programs/fake_device.cpp \
// RUN:     -o %t/test.o
// RUN: clang++-19 %t/product.o %t/test.o -o %t/clangxx
// RUN: %t/clangxx | %FileCheck --check-prefix=PRINTS %s
// What the unit was when the plan was made is what counts.
// RUN: %expect_status 1 %collapse --plan %t/plan.json -- g++ -DCHANGED \
// RUN:     -c %inputs/programs/fake_device.cpp -o %t/changed.o 2>&1 \
// RUN:     | %FileCheck --check-prefix=CHANGED %s
// RUN: %not ls %t/changed.o
// Nobody stays apart who does not say so.
// RUN: %collapse plan --class Serial %t/product.json %t/test.json \
// RUN:     | %FileCheck --check-prefix=UNSAID %s
// Through a variable that both know, objects may pass; and the name has to be that of a unit.
// RUN: %collapse scan -o %t/product.json -- g++ -DSHARED -I%inputs/programs -c %s
// RUN: %collapse scan -o %t/test.json -- g++ -DSHARED -c %inputs/programs/fake_device.cpp
// RUN: %expect_status 1 %collapse plan --class Serial --apart fake_device.cpp \
// RUN:     %t/product.json %t/test.json 2>&1 | %FileCheck --check-prefix=SHARED %s
// RUN: %expect_status 1 %collapse plan --class Serial --apart device.cpp \
// RUN:     %t/product.json %t/test.json 2>&1 | %FileCheck --check-prefix=UNKNOWN %s
#include "device.hpp"

#include <cstdio>

// CHECK: Serial: Device is merged: only this hierarchy uses it
// CHECK: Serial: {{.*}}fake_device.cpp stays as it is: nothing of the hierarchy is shared
// CHANGED: error[C0713]: this unit sees `Device`, but never `Serial`
// UNSAID: "Device": "kept"
// SHARED: error[C0718]: {{.*}}fake_device.cpp cannot stay apart from `Serial`: objects may pass
// SHARED-SAME: through `last`
// UNKNOWN: error[C0719]: no unit is compiled from `device.cpp`
// FLAT-NOT: vtable for
// FLAT: Serial
// FLAT-NOT: vtable for
// VIRTUAL: vtable for
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
