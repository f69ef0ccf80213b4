// SPDX-License-Identifier: BSD-2-Clause
// ccache before collapse: the second compilation is answered from the cache, with the flat object.
// REQUIRES: collapse, ccache
// RUN: rm -rf %t.cache && mkdir -p %t.cache
// RUN: env CCACHE_DIR=%t.cache "CCACHE_PREFIX=%collapse --class Derived --" ccache %gxx -O2 -c \
// RUN:     %s -o %t.first.o
// RUN: env CCACHE_DIR=%t.cache "CCACHE_PREFIX=%collapse --class Derived --" ccache %gxx -O2 -c \
// RUN:     %s -o %t.second.o
// RUN: cmp %t.first.o %t.second.o
// RUN: %nm --demangle %t.second.o | %FileCheck --check-prefix=FLAT %s
// RUN: env CCACHE_DIR=%t.cache ccache --print-stats | %FileCheck %s
// CHECK: direct_cache_hit{{[[:space:]]}}1
// FLAT-NOT: vtable
struct Base {
    virtual ~Base() = default;
    virtual int get() const { return 1; }
};

struct Derived : Base {};

int use() {
    return Derived().get();
}
