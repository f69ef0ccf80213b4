// SPDX-License-Identifier: BSD-2-Clause
// A plan that places another member after an array without a size.
// RUN: echo '{"format": "flatland-layout", "version": 1, "line_bytes": 64, "classes": [' > %t.json
// RUN: echo '{"name": "record", "size_bytes": 4, "members": [{"name": "data", "offset": 0},' >> %t.json
// RUN: echo ' {"name": "id", "offset": 4}]}]}' >> %t.json
// RUN: %refused --class record --plan %t.json %s
// CHECK: error[R0204]: `data` must stay the last member of `record`
struct record {
    int id;
    char data[];
};

int main(void) {
    struct record record = {0};
    return record.id;
}
