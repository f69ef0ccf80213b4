// SPDX-License-Identifier: BSD-2-Clause
// A session's value is static without a test at each call, whatever fact stands before it in the
// spec.
// RUN: %spec_of %s %t.spec
// RUN: %specialize view %t.spec -- gcc -O2 -c %s | %FileCheck %s
// CHECK: {{^}}G     3  static *h->word = 1;
// CHECK: {{^}}S    17      int limit = h->stream->limit;
// CHECK: {{^}}G    18      int word = *h->word;
// SPEC: closed program;
// SPEC: entry put(struct handle *h, int value) as fast_put;
// SPEC: static *h->word = 1;
// SPEC: session h->stream->limit until destroy;
struct stream { int limit; };
struct handle { struct stream *stream; int *word; };

int put(struct handle *h, int value) {
    int limit = h->stream->limit;
    int word = *h->word;
    return value > limit ? limit : value + word;
}

void destroy(struct handle *h) { h->stream = 0; }
