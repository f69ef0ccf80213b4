// SPDX-License-Identifier: BSD-2-Clause
// Refusals as JSON, for other programs.
// REQUIRES: collapse
// RUN: %expect_status 1 %collapse --class Derived --format json -- %gxx -c %s -o %t.o 2>&1 | \
// RUN:     %python -m json.tool | %FileCheck %s
#include <typeinfo>

struct Base {
    virtual ~Base() = default;
};

struct Derived : Base {};

// CHECK-DAG: "severity": "error"
// CHECK-DAG: "code": "C03{{[0-9]+}}"
// CHECK-DAG: "file": "{{.*}}diagnostics_as_json.cpp"
// CHECK-DAG: "line": 19
char const* name(Base const& base) {
    return typeid(base).name();
}
