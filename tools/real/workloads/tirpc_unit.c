// SPDX-License-Identifier: BSD-2-Clause
// What a spec names together is one source: libtirpc's datagram client, the tables of operations
// that are private to its sources, and the stubs that rpcgen makes of bench.x.
#include "clnt_dg.c"

#include "auth_none.c"
#include "bench_stubs.c"
#include "xdr_mem.c"
