// SPDX-License-Identifier: BSD-2-Clause
// Calls that name their caller: a user of a machine, believed without proof.
#pragma once

#include <rpc/auth_sys.flat.hpp>
#include <rpc/messages/message.hpp>

namespace flat::rpc {

/// The flavour AUTH_SYS. A server may answer with a shorter credential (AUTH_SHORT), which is sent
/// from then on, until a server refuses it.
class AuthSys : public AuthSysComponent {
public:
    AuthSys(Ports const& ports, Attributes const& attributes);

    Result<void, XdrError> marshal(XdrStream& stream) override;
    bool validate(u32 flavour, Span<u8 const> body) override;
    bool refresh() override;

private:
    static constexpr usize marshalled_bytes_max = 2 * sizeof(OpaqueAuth);

    void prepare(OpaqueAuth& credential);

    OpaqueAuth full_;
    bool is_short_ = false; // the credential in use is one of the server's
    u8 marshalled_[marshalled_bytes_max];
    usize marshalled_bytes_ = 0;
};

} // namespace flat::rpc
