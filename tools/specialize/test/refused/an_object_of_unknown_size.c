// SPDX-License-Identifier: BSD-2-Clause
// An object of unknown size.
// RUN: %refused %s
// SPEC: entry first(void *bytes) as first_of_8;
// SPEC: dynamic *bytes;
// CHECK: error[S0136]: how large is `*bytes`?
// CHECK-NEXT: --> {{.*}}test.spec:2:9
// CHECK: help: write `static sizeof bytes = BYTES;`

unsigned char first(void *bytes) { return *(unsigned char *)bytes; }
