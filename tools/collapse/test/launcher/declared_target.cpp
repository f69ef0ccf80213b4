// SPDX-License-Identifier: BSD-2-Clause
// Where the class is declared only, the object is byte for byte what the compiler makes alone.
// REQUIRES: collapse
// RUN: %gxx -O2 -g -c %s -o %t.plain.o
// RUN: %collapse --class Declared -- %gxx -O2 -g -c %s -o %t.through.o
// RUN: cmp %t.plain.o %t.through.o
class Declared;
int use(Declared const& declared);

int twice(Declared const& declared) {
    return use(declared) * 2;
}
