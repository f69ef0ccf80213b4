// SPDX-License-Identifier: BSD-2-Clause
// Debug information names the user's source and lines; nothing of temporary files is in it.
// REQUIRES: collapse
// RUN: mkdir -p %t.tmps
// RUN: cd %S && env TMPDIR=%t.tmps %flat_gxx -g -I%inputs -c debug_information.cpp -o %t.o
// RUN: %dwarfdump --debug-info %t.o | %FileCheck --check-prefix=INFO %s
// RUN: %dwarfdump --debug-line %t.o | %FileCheck --check-prefix=LINE %s
// RUN: cd %S && env TMPDIR=%t.tmps %flat_clangxx -g -I%inputs -c debug_information.cpp -o %t.o
// RUN: %dwarfdump --debug-info %t.o | %FileCheck --check-prefix=INFO %s
// RUN: %dwarfdump --debug-line %t.o | %FileCheck --check-prefix=LINE %s

// INFO-NOT: .tmps
// INFO: DW_TAG_compile_unit
// INFO-NOT: .tmps
// INFO: DW_AT_name ("debug_information.cpp")
// INFO-NOT: .tmps
// LINE-NOT: .tmps
// LINE-DAG: name: "debug_information.cpp"
// LINE-DAG: name: "{{(.*/)?}}counting.hpp"
// LINE-NOT: .tmps

// The lines of these functions' bodies are looked for: 33, 42 and 46.
// LINE-DAG: {{0x[0-9a-f]+ +33 }}
// LINE-DAG: {{0x[0-9a-f]+ +42 }}
// LINE-DAG: {{0x[0-9a-f]+ +46 }}
#include "counting.hpp"

struct Base : Counting {
    virtual int get() const;
};

struct Derived : Base {
    int sum() const { return get() + count(); }
    int twice() const;
};

int step() {
    return 1;
}

int Base::get() const {
    return 2;
}

int Derived::twice() const {
    return 2 * sum();
}
