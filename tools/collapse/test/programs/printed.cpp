// SPDX-License-Identifier: BSD-2-Clause
// The flat class for people: formatted, each member after where it came from.
// RUN: %collapse print --class Lamp %s | %FileCheck %s
// RUN: %collapse print --class Lamp -o %t.hpp %s -- -O2 -std=c++20
// RUN: %FileCheck %s < %t.hpp
// RUN: %collapse print --class Lamp -- g++ -O2 -c %s | %FileCheck %s
// RUN: %not %collapse print --class Lantern %s 2>&1 | %FileCheck --check-prefix=NONE %s
namespace light {

class Switch {
public:
    virtual bool is_on() const = 0;
    void press() { ++presses; }

protected:
    int presses = 0;
};

class Lamp final : public Switch {
public:
    bool is_on() const override { return presses % 2 == 1; }
};

} // namespace light

// CHECK: namespace light {
// CHECK-NEXT: class Lamp final {
// CHECK-NEXT: public:
// CHECK-NEXT: // from Switch ({{.*}}printed.cpp:13)
// CHECK-NEXT: void press() { ++presses; }
// CHECK: protected:
// CHECK-NEXT: // from Switch ({{.*}}printed.cpp:16)
// CHECK-NEXT: int presses = 0;
// CHECK: public:
// CHECK-NEXT: // from Lamp ({{.*}}printed.cpp:21)
// CHECK-NEXT: bool is_on() const { return presses % 2 == 1; }
// CHECK-NEXT: };
// CHECK-NEXT: } // namespace light
// NONE: error[C0114]: there is no such class with bases here
bool press(light::Lamp& lamp) {
    lamp.press();
    return lamp.is_on();
}
