// SPDX-License-Identifier: BSD-2-Clause
// The marshalling of a call by libtirpc alone, general and in specialised versions.
#pragma once

#include "bench.h"

bool_t encode_call(XDR* stream, struct rpc_msg* call, xdrproc_t transfer, void* arguments);
bool_t encode_min(XDR* stream, struct rpc_msg* call, xdrproc_t transfer, void* arguments);
bool_t encode_echo(XDR* stream, struct rpc_msg* call, xdrproc_t transfer, void* arguments);
