// SPDX-License-Identifier: BSD-2-Clause
// Replies of READDIR, for servers that have no READDIRPLUS.
#pragma once

#include <flat/rpc/xdr_value.hpp>
#include <fs/nfs/nfs3.x.hpp>

namespace flat::fs::nfs {

/// The results of READDIR in the place of those of READDIRPLUS: the same without what is said of
/// the nodes. The memory is that of a `Readdirplus3res`, and is given back as one.
class PlainNames final : public rpc::XdrValue {
public:
    explicit PlainNames(nfs3::Readdirplus3res& names) : names_(names) {}

    Result<void, rpc::XdrError> transfer(XdrStream& stream) override;

private:
    nfs3::Readdirplus3res& names_;
};

} // namespace flat::fs::nfs
