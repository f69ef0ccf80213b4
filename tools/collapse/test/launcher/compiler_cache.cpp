// SPDX-License-Identifier: BSD-2-Clause
// ccache before collapse: the second compilation is answered from the cache, with the flat object.
// REQUIRES: collapse, ccache
// RUN: rm -rf %t.cache && mkdir -p %t.cache
// RUN: env CCACHE_DIR=%t.cache ccache %collapse --class Derived %gxx -O2 -c %s -o %t.first.o
// RUN: env CCACHE_DIR=%t.cache ccache %collapse --class Derived %gxx -O2 -c %s -o %t.second.o
// RUN: cmp %t.first.o %t.second.o
// RUN: %nm --demangle %t.second.o | %FileCheck --check-prefix=FLAT %s
// RUN: env CCACHE_DIR=%t.cache ccache --print-stats | %FileCheck %s
// RUN: env CCACHE_DIR=%t.cache ccache %collapse --class Nobody %gxx -O2 -c %s -o %t.other.o
// RUN: %nm --demangle %t.other.o | %FileCheck --check-prefix=OTHER %s
// The other way round it would cache nothing and flatten nothing: refused.
// RUN: %expect_status 1 %collapse --class Derived -- ccache %gxx -c %s -o %t.third.o 2>&1 \
// RUN:     | %FileCheck --check-prefix=BEHIND %s
// CHECK: direct_cache_hit{{[[:space:]]}}1
// OTHER: vtable for Derived
// BEHIND: error[C0118]: {{.*}} `ccache` stands between collapse and the compiler
// FLAT-NOT: vtable
struct Base {
    virtual ~Base() = default;
    virtual int get() const { return 1; }
};

struct Derived : Base {};

Base& shared() {
    static Derived object;
    return object;
}
