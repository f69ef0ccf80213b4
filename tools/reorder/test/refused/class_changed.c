// SPDX-License-Identifier: BSD-2-Clause
// The class is not the one that the plan was made for.
// RUN: echo '{"format": "flatland-layout", "version": 1, "line_bytes": 64, "classes": [' > %t.json
// RUN: echo '{"name": "record", "size_bytes": 8, "members": [{"name": "old", "offset": 0},' >> %t.json
// RUN: echo ' {"name": "id", "offset": 4}]}]}' >> %t.json
// RUN: %refused --class record --plan %t.json %s
// CHECK: error[R0202]: the plan does not fit `record`: it does not place `added`, and it places `old`
// CHECK-NEXT: --> {{.*}}:[[#@LINE+1]]:8
struct record {
    int id;
    int added;
};

int main(void) {
    struct record record = {0, 1};
    return record.id;
}
