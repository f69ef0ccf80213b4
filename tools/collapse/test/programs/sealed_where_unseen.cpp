// SPDX-License-Identifier: BSD-2-Clause
// In a build, a class is sealed where units need a base of it and never see the class itself; what
// to include for more is said, and every unit passes the plan.
// RUN: rm -rf %t && mkdir -p %t
// RUN: echo '[{"directory": "%t", "file": "%s", "arguments": ["g++", "-c", "%s", "-DOTHER"]},' \
// RUN:     '{"directory": "%t", "file": "%s", "arguments": ["g++", "-c", "%s"]}]' \
// RUN:     > %t/compile_commands.json
// RUN: %collapse plan --class Radio -p %t -o %t/plan.json 2>&1 | %FileCheck --check-prefix=SAID %s
// RUN: %FileCheck %s < %t/plan.json
// RUN: %collapse --plan %t/plan.json -- g++ -O1 -c %s -DOTHER -o %t/other.o
// RUN: %collapse --plan %t/plan.json -- g++ -O1 -c %s -o %t/main.o
// RUN: g++ %t/other.o %t/main.o -o %t/program
// RUN: %t/program | %FileCheck --check-prefix=RAN %s
// RUN: %expect_status 1 %collapse plan --class Radio -p %t --apart nowhere.cpp -o %t/none.json
// RUN: test ! -e %t/none.json
#include <cstdio>

struct Device {
    virtual ~Device() = default;
    virtual int volume() const = 0;
};

int twice(Device const& device);

#ifdef OTHER
int twice(Device const& device) {
    return 2 * device.volume();
}
#else
struct Radio : Device {
    int volume() const override { return 11; }
};

int main() {
    Radio radio;
    std::printf("%d %d\n", radio.volume(), twice(radio));
}
#endif

// SAID: collapse: Radio: sealed, and its bases are kept: C0713, {{.*}} sees Device, but never sees
// SAID-SAME: `Radio`{{.*}}; to flatten it, include {{.*}}sealed_where_unseen.cpp in
// CHECK: "Device": "kept"
// RAN: 11 22
