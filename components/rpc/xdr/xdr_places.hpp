// SPDX-License-Identifier: BSD-2-Clause
// Several values one after the other: the arguments of a procedure that takes more than one.
#pragma once

#include <flat/rpc/xdr_value.hpp>
#include <rpc/xdr/xdr.hpp>

namespace flat::rpc {

/// Places that are transferred in their order.
template<class... Each>
class XdrPlaces;

template<class... Each>
XdrPlaces(Each&...) -> XdrPlaces<Each...>;

template<>
class XdrPlaces<> : public XdrValue {
public:
    Result<void, XdrError> transfer(XdrStream&) override { return {}; }
};

template<class First, class... Others>
class XdrPlaces<First, Others...> : public XdrValue {
public:
    explicit XdrPlaces(First& first, Others&... others) : first_(first), others_(others...) {}
    Result<void, XdrError> transfer(XdrStream& stream) override {
        TRY(first_.transfer(stream));
        return others_.transfer(stream);
    }

private:
    First& first_;
    XdrPlaces<Others...> others_;
};

} // namespace flat::rpc
