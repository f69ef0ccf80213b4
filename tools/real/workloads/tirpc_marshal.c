// SPDX-License-Identifier: BSD-2-Clause
// The marshalling of a call by libtirpc alone: header and arguments into a stream in memory. The
// table of that stream's operations is private to xdr_mem.c, so that is a part of this unit.
#include "xdr_mem.c"

#include "tirpc_marshal.h"

bool_t encode_call(XDR* stream, struct rpc_msg* call, xdrproc_t transfer, void* arguments) {
    return xdr_callmsg(stream, call) && transfer(stream, arguments);
}
