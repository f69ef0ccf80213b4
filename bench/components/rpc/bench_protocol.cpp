// SPDX-License-Identifier: BSD-2-Clause
// The external forms of the types of bench.x, as rpcgen would make them of it.
#include <rpc/bench_protocol.hpp>

namespace flat::rpc {

XdrResult xdr_pair(XdrStream& stream, Pair& pair) {
    TRY(xdr_i32(stream, pair.first));
    return xdr_i32(stream, pair.second);
}

XdrResult xdr_numbers(XdrStream& stream, Numbers& numbers) {
    void* elements = numbers.values;
    XdrResult const result = xdr_array(stream, elements, numbers.count, numbers_max, sizeof(i32),
                                       xdr_element<i32, xdr_i32>);
    numbers.values = static_cast<i32*>(elements);
    return result;
}

} // namespace flat::rpc
