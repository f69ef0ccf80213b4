// SPDX-License-Identifier: BSD-2-Clause
// A plan that parts bit-fields which share storage.
// RUN: echo '{"format": "flatland-layout", "version": 1, "line_bytes": 64, "classes": [' > %t.json
// RUN: echo '{"name": "record", "size_bytes": 8, "members": [{"name": "a", "offset": 0},' >> %t.json
// RUN: echo ' {"name": "id", "offset": 4}, {"name": "b", "offset": 0}]}]}' >> %t.json
// RUN: %refused --class record --plan %t.json %s
// CHECK: error[R0203]: the plan parts `a`, `b` of `record`, which are bit-fields beside each other
struct record {
    unsigned a : 3, b : 4;
    int id;
};

int main(void) {
    struct record record = {0, 1, 2};
    return record.a;
}
