// SPDX-License-Identifier: BSD-2-Clause
// Wrong use is reported with what to do, and an exit status of its own.
// RUN: %expect_status 2 %reorder 2>&1 | %FileCheck --check-prefix=NONE %s
// RUN: %expect_status 2 %reorder --no-such-option -- g++ -c %s 2>&1 | %FileCheck \
// RUN:     --check-prefix=OPTION %s
// RUN: %expect_status 2 %reorder -- g++ -c %s 2>&1 | %FileCheck --check-prefix=PLAN %s
// RUN: %expect_status 2 %reorder describe %s 2>&1 | %FileCheck --check-prefix=CLASS %s
// RUN: %expect_status 2 %reorder explain R9999 2>&1 | %FileCheck --check-prefix=CODE %s
// RUN: %expect_status 1 %reorder --plan %t.none -- g++ -c %s 2>&1 | %FileCheck \
// RUN:     --check-prefix=FILE %s
// RUN: %expect_status 1 %reorder describe --class None %s 2>&1 | %FileCheck \
// RUN:     --check-prefix=MISSING %s
// RUN: %reorder --help | %FileCheck --check-prefix=HELP %s
// RUN: %reorder describe --help | %FileCheck --check-prefix=DESCRIBE %s
// NONE: what is to be done?
// OPTION: --no-such-option
// PLAN: by which layout? Name a plan by --plan
// CLASS: which class? Name it by --class
// CODE: there is no code `R9999`
// FILE: error[R0110]
// MISSING: error[R0114]: there is no class `None` here
// HELP: reorder --plan
// DESCRIBE: usage: reorder describe --class NAME
