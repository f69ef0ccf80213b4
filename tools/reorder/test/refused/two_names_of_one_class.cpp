// SPDX-License-Identifier: BSD-2-Clause
// A plan that gives one class two names asks for two changes of its text.
// RUN: echo '{"format": "flatland-layout", "version": 1, "line_bytes": 64, "classes": [' > %t.json
// RUN: echo '{"name": "Record", "size_bytes": 8, "members": [' >> %t.json
// RUN: echo '{"name": "b", "offset": 0}, {"name": "a", "offset": 4}]},' >> %t.json
// RUN: echo '{"name": "inner::Record", "size_bytes": 8, "members": [' >> %t.json
// RUN: echo '{"name": "b", "offset": 0}, {"name": "a", "offset": 4}]}]}' >> %t.json
// RUN: %refused --class Record --plan %t.json %s
namespace inner {
// CHECK: error[R0603]: two changes are needed at one place
// CHECK-NEXT: --> {{.*}}two_names_of_one_class.cpp:[[#@LINE+3]]:5
// CHECK: help: if the plan gives one class two names, leave one out; else this is a limit
struct Record {
    int a;
    char b;
};
} // namespace inner

int main() {
    inner::Record record{0, 'b'};
    return record.a;
}
