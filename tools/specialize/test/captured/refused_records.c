// SPDX-License-Identifier: BSD-2-Clause
// Records that do not fit, and specs with nothing to find out, are refused; nothing is written.
// RUN: %spec_of %s %t.spec
// RUN: %specialize capture %t.spec -o %t.o -- gcc -O2 -c %s
// RUN: gcc %t.o -o %t.program
// RUN: env FLATLAND_CAPTURE=%t.capture %t.program
// RUN: rm -f %t.none
// RUN: %expect_status 1 %specialize fill %t.spec --from %t.capture -o %t.none -- gcc -c %s 2>&1 | %FileCheck --check-prefix=NEVER %s
// RUN: %expect_status 1 %specialize fill %t.spec --from %s -o %t.none -- gcc -c %s 2>&1 | %FileCheck --check-prefix=RECORD %s
// RUN: echo "{\"version\": 1, \"complete\": true, \"entries\": []}" > %t.empty
// RUN: %expect_status 1 %specialize fill %t.spec --from %t.empty -o %t.none -- gcc -c %s 2>&1 | %FileCheck --check-prefix=EMPTY %s
// RUN: env FLATLAND_CAPTURE=%t.capture %t.program call
// RUN: %expect_status 1 %specialize fill %t.spec --from %t.capture -o %t.none -- gcc -DCHANGED -c %s 2>&1 | %FileCheck --check-prefix=CHANGED %s
// RUN: %expect_status 1 %specialize fill %t.spec --from %t.missing -o %t.none -- gcc -c %s 2>&1 | %FileCheck --check-prefix=FILE %s
// RUN: %expect_status 2 %specialize fill %t.spec -- gcc -c %s 2>&1 | %FileCheck --check-prefix=WHICH %s
// RUN: test ! -e %t.none
// RUN: %specialize fill %t.spec --from %t.capture -o %t.filled -- gcc -c %s
// RUN: %expect_status 1 %specialize capture %t.filled -o %t.none -- gcc -c %s 2>&1 | %FileCheck --check-prefix=NOTHING %s
// RUN: %expect_status 1 %specialize fill %t.filled --from %t.capture -o %t.none -- gcc -c %s 2>&1 | %FileCheck --check-prefix=NOTHING %s
// RUN: test ! -e %t.none
// RUN: %specialize capture --help | %FileCheck --check-prefix=HELP %s
// RUN: %specialize fill --help | %FileCheck --check-prefix=HELP-FILL %s
// NEVER: error[S0423]: `twice` was never called while it was recorded
// NEVER-NEXT: --> {{.*}}.spec:1:7
// RECORD: error[S0421]: this is no record
// EMPTY: error[S0423]: the record does not know `quick_twice`
// CHANGED: error[S0422]: the record does not have `x` of this size
// CHANGED-NEXT: --> {{.*}}.spec:2:8
// FILE: error[S0110]
// WHICH: which record?
// NOTHING: error[S0420]: there is nothing to find out here
// HELP: usage: specialize capture
// HELP-FILL: usage: specialize fill
// SPEC: entry twice(...) as quick_twice;
// SPEC: static x;
#ifdef CHANGED
typedef long number;
#else
typedef int number;
#endif

number twice(number x) { return 2 * x; }

int main(int count, char **words) {
    (void)words;
    return count > 1 ? twice(1) != 2 : 0;
}
