// SPDX-License-Identifier: BSD-2-Clause
// A plan that was computed wrongly.
// RUN: echo '{"format": "flatland-layout", "version": 1, "line_bytes": 64, "classes": [' > %t.json
// RUN: echo '{"name": "record", "size_bytes": 8, "members": [{"name": "b", "offset": 0},' >> %t.json
// RUN: echo ' {"name": "a", "offset": 2}]}]}' >> %t.json
// RUN: %refused --class record --plan %t.json %s
// CHECK: error[R0205]: `a` of `record` would stand at 4, and the plan says 2
struct record {
    int a;
    char b;
};

int main(void) {
    struct record record = {0, 1};
    return record.a;
}
