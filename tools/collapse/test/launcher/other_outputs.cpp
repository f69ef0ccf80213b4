// SPDX-License-Identifier: BSD-2-Clause
// Assembly, LLVM IR, an output of default name, and a source of another suffix.
// REQUIRES: collapse
// RUN: rm -rf %t.folder && mkdir %t.folder && cp %s %t.folder/source.cc && cp %s \
// RUN:     %t.folder/other.inc
// RUN: cd %t.folder && %flat_gxx -S source.cc
// RUN: cd %t.folder && %FileCheck --input-file=source.s %s
// RUN: cd %t.folder && %flat_clangxx -S -emit-llvm -O1 source.cc -o made.ll
// RUN: cd %t.folder && %FileCheck --input-file=made.ll %s
// RUN: cd %t.folder && %flat_gxx -c source.cc && %nm source.o | %FileCheck %s
// RUN: cd %t.folder && %flat_gxx -x c++ -c other.inc && %nm other.o | %FileCheck %s
// CHECK-NOT: _ZTV7Derived
// CHECK: use
// CHECK-NOT: _ZTV7Derived
struct Base {
    virtual ~Base() = default;
    virtual int get() const { return 1; }
};

struct Derived : Base {};

int use() {
    return Derived().get();
}
