// SPDX-License-Identifier: BSD-2-Clause
// Sources that are merged into one unit must each mean what they mean alone.
// RUN: rm -rf %t && mkdir -p %t
// RUN: %collapse --plan %S/Inputs/merged/apart.json -- g++ -c %s -o %t/a.o
// RUN: %not %collapse --plan %S/Inputs/merged/plan.json -- g++ -c %s -o %t/b.o 2>&1 \
// RUN:     | %FileCheck %s
// RUN: %not ls %t/b.o
#include "Inputs/merged/shared.hpp"

#include "Inputs/merged/first.cpp"

#include "Inputs/merged/second.cpp"

// CHECK: error[C0321]: `pick` means what another source has for itself
// CHECK-NEXT: second.cpp:6:
// CHECK: declared here ({{.*}}first.cpp:4:
// CHECK: error[C0321]: `rounded` means what another source has for itself
// CHECK-NEXT: second.cpp:12:
// CHECK: error[C0321]: `using namespace` reaches the sources after this one
// CHECK-NEXT: second.cpp:16:
// CHECK-NOT: `shared`
