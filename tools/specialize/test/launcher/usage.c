// SPDX-License-Identifier: BSD-2-Clause
// Wrong use is reported with what to do, and an exit status of its own.
// RUN: %spec_of %s %t.spec
// RUN: %expect_status 2 %specialize 2>&1 | %FileCheck --check-prefix=NONE %s
// RUN: %expect_status 2 %specialize --no-such -- gcc -c %s 2>&1 | %FileCheck \
// RUN:     --check-prefix=OPTION %s
// RUN: %expect_status 2 %specialize %t.spec 2>&1 | %FileCheck --check-prefix=COMMAND %s
// RUN: %expect_status 2 %specialize a.spec b.spec -- gcc -c %s 2>&1 | %FileCheck \
// RUN:     --check-prefix=TWO %s
// RUN: %expect_status 2 %specialize explain S9999 2>&1 | %FileCheck --check-prefix=CODE %s
// RUN: %expect_status 1 %specialize %t.none -- gcc -c %s 2>&1 | %FileCheck --check-prefix=FILE %s
// RUN: %expect_status 1 %specialize %t.spec -- ld %s 2>&1 | %FileCheck --check-prefix=LD %s
// RUN: %expect_status 1 %specialize %t.spec --alone --replace -- gcc -c %s 2>&1 | %FileCheck \
// RUN:     --check-prefix=BOTH %s
// RUN: %expect_status 1 %specialize explain nowhere %t.spec -- gcc -c %s 2>&1 | %FileCheck \
// RUN:     --check-prefix=NOWHERE %s
// RUN: %expect_status 1 %specialize explain %s:1 %t.spec -- gcc -c %s 2>&1 | %FileCheck \
// RUN:     --check-prefix=LINE %s
// RUN: %specialize --help | %FileCheck --check-prefix=HELP %s
// RUN: %specialize view --help | %FileCheck --check-prefix=VIEW %s
// RUN: %specialize --version | %FileCheck --check-prefix=VERSION %s
// NONE: which spec?
// OPTION: there is no option `--no-such` here
// COMMAND: the compiler's command is missing
// TWO: one spec at a time
// CODE: there is no code `S9999`
// FILE: error[S0110]
// LD: error[S0401]
// BOTH: error[S0407]
// NOWHERE: error[S0408]
// LINE: error[S0406]
// HELP: usage: specialize SPEC
// VIEW: usage: specialize view
// VERSION: specialize {{[0-9]}}
// SPEC: entry twice(int x) as twice_of_3;
// SPEC: static x = 3;

int twice(int x) { return 2 * x; }
