// SPDX-License-Identifier: BSD-2-Clause
// ccache before collapse: the second compilation is answered from the cache, with the flat object.
// (ccache starts one program before the compiler: a script that names the class.)
// REQUIRES: collapse, ccache
// RUN: rm -rf %t.cache && mkdir -p %t.cache
// RUN: printf '#!/bin/sh\nexec %collapse --class Derived -- "$@"\n' > %t.prefix
// RUN: chmod +x %t.prefix
// RUN: env CCACHE_DIR=%t.cache CCACHE_PREFIX=%t.prefix ccache %gxx -O2 -c %s -o %t.first.o
// RUN: env CCACHE_DIR=%t.cache CCACHE_PREFIX=%t.prefix ccache %gxx -O2 -c %s -o %t.second.o
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
