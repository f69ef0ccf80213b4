// SPDX-License-Identifier: BSD-2-Clause
// Dependency files name the targets and the headers that they name without collapse; the order of
// headers may be another one.
// REQUIRES: collapse
// RUN: rm -rf %t.folder && mkdir -p %t.folder/plain %t.folder/through
// RUN: cd %t.folder/plain && %gxx -I%inputs -MD -MF made.d -c %s -o made.o
// RUN: cd %t.folder/through && %flat_gxx -I%inputs -MD -MF made.d -c %s -o made.o
// RUN: %words %t.folder/plain/made.d > %t.plain
// RUN: %words %t.folder/through/made.d > %t.through
// RUN: diff %t.plain %t.through
// RUN: cd %t.folder/plain && %gxx -I%inputs -MMD -MP -MT other -c %s
// RUN: cd %t.folder/through && %flat_gxx -I%inputs -MMD -MP -MT other -c %s
// RUN: %words %t.folder/plain/dependency_files.d > %t.plain
// RUN: %words %t.folder/through/dependency_files.d > %t.through
// RUN: diff %t.plain %t.through
// RUN: cd %t.folder/plain && %clangxx -I%inputs -MD -MF made.d -c %s -o made.o
// RUN: cd %t.folder/through && %flat_clangxx -I%inputs -MD -MF made.d -c %s -o made.o
// RUN: %words %t.folder/plain/made.d > %t.plain
// RUN: %words %t.folder/through/made.d > %t.through
// RUN: diff %t.plain %t.through
// RUN: cd %t.folder/plain && %clangxx -I%inputs -MMD -MP -MQ 'a$b' -c %s
// RUN: cd %t.folder/through && %flat_clangxx -I%inputs -MMD -MP -MQ 'a$b' -c %s
// RUN: %words %t.folder/plain/dependency_files.d > %t.plain
// RUN: %words %t.folder/through/dependency_files.d > %t.through
// RUN: diff %t.plain %t.through
// RUN: test -e %t.folder/through/dependency_files.o
#include "clock.hpp"

struct Derived : Clock {
    Derived() : Clock(3) {}
};

int use() {
    return Derived().count();
}
