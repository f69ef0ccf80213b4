// SPDX-License-Identifier: BSD-2-Clause
// Calls without authentication.
#pragma once

#include <rpc/auth_none.flat.hpp>

namespace flat::rpc {

/// The flavour AUTH_NONE: credential and verifier are empty, whatever the server answers is right.
class AuthNone : public AuthNoneComponent {
public:
    AuthNone(Ports const& ports, Attributes const& attributes);

    Result<void, XdrError> marshal(XdrStream& stream) override;
    bool validate(u32 flavour, Span<u8 const> body) override;
    bool refresh() override { return false; }

private:
    static constexpr usize marshalled_bytes = 16; // twice a flavour and a size

    u8 marshalled_[marshalled_bytes];
};

} // namespace flat::rpc
