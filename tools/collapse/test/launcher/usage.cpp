// SPDX-License-Identifier: BSD-2-Clause
// Wrong use is reported with what to do, and an exit status of its own.
// REQUIRES: collapse
// RUN: %expect_status 2 %collapse 2>&1 | %FileCheck --check-prefix=NONE %s
// RUN: %expect_status 2 %collapse --no-such-option -- %gxx -c %s 2>&1 | %FileCheck \
// RUN:     --check-prefix=OPTION %s
// RUN: %expect_status 2 %collapse --class 2>&1 | %FileCheck --check-prefix=CLASS %s
// RUN: %collapse --help | %FileCheck --check-prefix=HELP %s
// NONE: what is to be done?
// OPTION: --no-such-option
// CLASS: --class
// HELP: collapse --class
