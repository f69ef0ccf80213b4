// SPDX-License-Identifier: BSD-2-Clause
// What other units do with a base decides its fate.
// RUN: rm -rf %t && mkdir -p %t
// RUN: %collapse scan -o %t/alone.json -- g++ -c %s
// RUN: %collapse scan -o %t/sibling.json -- g++ -DSIBLING -c %s
// RUN: %collapse scan -o %t/object.json -- g++ -DOBJECT -c %s
// RUN: %collapse scan -o %t/converted.json -- g++ -DSIBLING -DCONVERTED -c %s
// RUN: %collapse plan --class Clock %t/alone.json | %FileCheck --check-prefix=ALONE %s
// RUN: %collapse plan --class Clock %t/alone.json %t/sibling.json \
// RUN:     | %FileCheck --check-prefix=SHARED %s
// RUN: %collapse plan --class Clock %t/alone.json %t/object.json \
// RUN:     | %FileCheck --check-prefix=SHARED %s
// RUN: %collapse plan --class Clock %t/alone.json %t/converted.json \
// RUN:     | %FileCheck --check-prefix=SEEN %s
class Timer {
public:
    virtual int now() const { return 2; }
    int last = 0;
};

// ALONE: "Timer": "merged"
// SHARED: "Timer": "copied"
// SEEN: "Timer": "kept"
class Clock : public Timer {
public:
    int now() const override { return 3 + last; }
};

#ifdef SIBLING
class Counter : public Timer {};
#endif
#ifdef OBJECT
int two() { return Timer().now(); }
#endif
#ifdef CONVERTED
static int ask(Timer const& timer) { return timer.now(); }
int three() {
    Clock const clock;
    return ask(clock);
}
#endif
