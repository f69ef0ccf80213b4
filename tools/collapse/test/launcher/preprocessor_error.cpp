// SPDX-License-Identifier: BSD-2-Clause
// Errors of preprocessing are the compiler's own to tell, too.
// REQUIRES: collapse
// RUN: %expect_status 1 %gxx -c %s -o %t.o 2> %t.plain
// RUN: %expect_status 1 %flat_gxx -c %s -o %t.o 2> %t.through
// RUN: diff %t.plain %t.through
// RUN: %expect_status 1 %clangxx -c %s -o %t.o 2> %t.plain
// RUN: %expect_status 1 %flat_clangxx -c %s -o %t.o 2> %t.through
// RUN: diff %t.plain %t.through
#include "no_such_header.hpp"
#error "this is not meant to be compiled"

struct Base {};
struct Derived : Base {};
