// SPDX-License-Identifier: BSD-2-Clause
// Units that define a class of the hierarchy differently are refused together.
// RUN: rm -rf %t && mkdir -p %t
// RUN: %collapse scan -o %t/a.json -- g++ -c %s
// RUN: %collapse scan -o %t/b.json -- g++ -DWIDE -c %s
// RUN: %not %collapse plan --class Clock %t/a.json %t/b.json 2>&1 | %FileCheck %s
class Timer {
public:
    virtual int now() const = 0;
#ifdef WIDE
    long last = 0;
#else
    int last = 0;
#endif
};

// CHECK: error[C0711]: units define `Timer` differently
class Clock : public Timer {
public:
    int now() const override { return 3; }
};
