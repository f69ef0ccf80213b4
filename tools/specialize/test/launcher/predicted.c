// SPDX-License-Identifier: BSD-2-Clause
// What a version saves is predicted from a profile of the program without it, and measured beside.
// RUN: %spec_of %s %t.spec
// RUN: gcc -g -O1 -DCALLED=scale %s -o %t.general
// RUN: valgrind -q --tool=callgrind --callgrind-out-file=%t.profile %t.general
// RUN: %specialize %t.spec -o %t.o --profile %t.profile -- gcc -g -O1 -DCALLED=scale_by_4 -c %s
// RUN: gcc %t.o -o %t.special
// RUN: valgrind -q --tool=callgrind --callgrind-out-file=%t.measured %t.special
// RUN: %specialize predict %t.spec --profile %t.profile --measured %t.measured -- gcc -g -O1 -DCALLED=scale -c %s | %FileCheck %s
// CHECK: scale_by_4
// CHECK-NEXT: general {{.*}} instructions a call, in 100 calls
// CHECK-NEXT: expected
// CHECK-NEXT: gain
// CHECK-NEXT: pays off  if {{[0-9.]+}} % of the calls pass the tests; in a session that costs 400000 instructions, after {{[0-9]+}} calls
// CHECK-NEXT: measured
// RUN: %specialize predict %t.spec --profile %t.profile --format json -- gcc -g -O1 -DCALLED=scale -c %s | %FileCheck --check-prefix=JSON %s
// JSON: "calls": 100
// JSON-NEXT: "calls_to_pay":
// JSON: "least_share": 0.
// RUN: %specialize predict %t.spec --profile %t.profile --opening 1 -- gcc -g -O1 -DCALLED=scale -c %s | %FileCheck --check-prefix=SOON %s
// SOON: in a session that costs 1 instructions, after 1 calls
// RUN: %expect_status 2 %specialize predict %t.spec --profile %t.profile --opening some -- gcc -c %s 2>&1 | %FileCheck --check-prefix=SOME %s
// SOME: `--opening` is a number of instructions, not `some`
// RUN: %expect_status 1 %specialize %t.spec -o %t.never --profile %t.profile --least-gain 50 -- gcc -g -O1 -DCALLED=scale -c %s 2>&1 | %FileCheck --check-prefix=LITTLE %s
// LITTLE: error[S0411]: the best version, `scale_by_4`, is expected to take
// RUN: test ! -e %t.never
// RUN: %expect_status 1 %specialize predict %t.spec --profile %s -- gcc -DCALLED=scale -c %s 2>&1 | %FileCheck --check-prefix=NONE %s
// NONE: error[S0409]: this is no profile of callgrind
// SPEC: entry scale(int value, int factor, int terms) as scale_by_4;
// SPEC: static factor = 4;
// SPEC: static terms = 30;
int CALLED(int value, int factor, int terms);

int (*volatile called)(int, int, int) = CALLED;

int calls = 100;

__attribute__((noinline)) int scale(int value, int factor, int terms) {
    int sum = 0;
    for (int i = 0; i < terms; ++i)
        if ((i * factor) % 7 == 3) sum += value;
    return sum;
}

int main(void) {
    int sum = 0;
    for (int i = 0; i < calls; ++i) sum += called(i, 4, 30);
    return sum == 0;
}
