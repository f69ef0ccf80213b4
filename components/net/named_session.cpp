// SPDX-License-Identifier: BSD-2-Clause
// Sessions by hint and name, as resource managers make them, for any protocol.
#include <net/named_session.hpp>

#include <core/memory.hpp>
#include <flat/core/naming_context.hpp>

namespace flat::net {

using core::BindingError;

namespace {

Result<Session*, BindingError> open(Protocol& protocol, Upper* upper, Span<u8 const> hint) {
    Participants participants;
    if (hint.size() != sizeof participants) return BindingError{BindingError::Code::invalid};
    memcpy(&participants, hint.data(), sizeof participants);
    auto const session = protocol.open(upper, participants);
    if (session.is_ok()) return session.value();
    bool const is_exhausted = session.error().code == NetworkError::exhausted;
    return BindingError{is_exhausted ? BindingError::Code::exhausted : BindingError::Code::invalid};
}

} // namespace

void* SessionBase::narrow(InterfaceId id) {
    if (id == Session::interface_id) return static_cast<Session*>(this);
    if (id == AbstractResource::interface_id) return static_cast<AbstractResource*>(this);
    return id == Top::interface_id ? static_cast<Top*>(this) : nullptr;
}

Result<core::AbstractResource*, BindingError> create_session(Protocol& protocol,
                                                             Span<u8 const> hint) {
    return TRY(open(protocol, nullptr, hint));
}

Result<Top*, BindingError> bind_session(Protocol& protocol, core::Name& name, Span<u8 const> hint) {
    auto* const factory = narrow_to<core::BindingFactory>(name.naming_context());
    if (!factory) return BindingError{BindingError::Code::unbindable};
    auto* const upper = narrow_to<Upper>(*TRY(factory->bind(name, {})));
    if (!upper) return BindingError{BindingError::Code::unbindable};
    return TRY(open(protocol, upper, hint));
}

} // namespace flat::net
