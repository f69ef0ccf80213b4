// SPDX-License-Identifier: BSD-2-Clause
// Debug information names the user's source and lines; nothing of temporary files is in it.
// REQUIRES: collapse
// RUN: cd %S && %flat_gxx -g -O0 -I%inputs -c debug_information.cpp -o %t.o
// RUN: %dwarfdump --debug-info %t.o | %FileCheck --check-prefix=INFO %s
// RUN: %dwarfdump --debug-line %t.o | %FileCheck --check-prefix=LINE %s
// RUN: cd %S && %flat_clangxx -g -O0 -I%inputs -c debug_information.cpp -o %t.o
// RUN: %dwarfdump --debug-info %t.o | %FileCheck --check-prefix=INFO %s
// RUN: %dwarfdump --debug-line %t.o | %FileCheck --check-prefix=LINE %s

// INFO-NOT: /tmp/
// INFO: DW_TAG_compile_unit
// INFO-NOT: /tmp/
// INFO: DW_AT_name ("debug_information.cpp")
// INFO-NOT: /tmp/
// LINE-NOT: /tmp/
// LINE-DAG: name: "debug_information.cpp"
// LINE-DAG: name: "counting.hpp"
// LINE-NOT: /tmp/

// The lines of these functions' bodies are looked for: 32, 41 and 45.
// LINE-DAG: {{0x[0-9a-f]+ +32 }}
// LINE-DAG: {{0x[0-9a-f]+ +41 }}
// LINE-DAG: {{0x[0-9a-f]+ +45 }}
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
