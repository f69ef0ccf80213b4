// SPDX-License-Identifier: BSD-2-Clause
// Sessions by hint and name, as resource managers make them, for any protocol.
#pragma once

#include <flat/core/name.hpp>
#include <flat/net/protocol.hpp>
#include <flat/net/session.hpp>
#include <flat/net/upper.hpp>

namespace flat::net {

/// The base of all sessions: what a resource manager hands out can be asked whether it is one.
class SessionBase : public Session {
public:
    void* narrow(InterfaceId id) override;
    void set_service(u8, u8) override {} // that is a matter of packets
    Result<void, NetworkError> set_options(Span<u8 const>) override {
        return NetworkError{NetworkError::invalid};
    }

protected:
    ~SessionBase() = default;
};

/// `create` of a protocol: a session for sending only; the hint is a `Participants`.
Result<core::AbstractResource*, core::BindingError> create_session(Protocol& protocol,
                                                                   Span<u8 const> hint);

/// `bind` of a protocol: a session that delivers to the `Upper` that the name designates.
Result<Top*, core::BindingError> bind_session(Protocol& protocol, core::Name& name,
                                              Span<u8 const> hint);

} // namespace flat::net
