// SPDX-License-Identifier: BSD-2-Clause
// Messages of ICMP as they are, for users that write and read them themselves.
#include <net/ip/raw.hpp>

#include <net/ip/icmp_header.hpp>
#include <net/own_address.hpp>

namespace flat::net::ip {

Result<Session*, NetworkError> Raw::open(Upper* upper, Participants const& wanted) {
    constexpr u16 protocol = IcmpHeader::protocol;
    if (upper) return NetworkError{NetworkError::invalid};
    return ip->open(nullptr, {wanted.local, wanted.remote, protocol, protocol});
}

Result<Participants, NetworkError> Raw::open_enable(Upper& upper, Participants const& wanted) {
    TRY(require_own(*ip, wanted.local));
    auto const users = users_.lock();
    for (u16 i = 0; i < users_max; ++i) {
        if (users->all[i].upper) continue;
        users->all[i] = {&upper, wanted.local};
        return Participants{wanted.local, 0, static_cast<u16>(i + 1), 0};
    }
    return NetworkError{NetworkError::exhausted};
}

void Raw::open_disable(Participants const& participants) {
    u32 const place = participants.local_port - 1u;
    if (place < users_max) users_.lock()->all[place] = {};
}

Result<core::AbstractResource*, core::BindingError> Raw::create(Span<u8 const> hint) {
    return create_session(*this, hint);
}

Result<Top*, core::BindingError> Raw::bind(core::Name& name, Span<u8 const> hint) {
    return bind_session(*this, name, hint);
}

/// Those that want what is to this address; nobody is called under a lock.
template<class Action>
void Raw::for_each(u64 local, Action action) {
    Users const users = *users_.lock();
    for (User const& each : users.all)
        if (each.upper && (each.local == 0 || each.local == local)) action(*each.upper);
}

bool Raw::deliver(Participants const& packet, Message& message) {
    ++received_;
    for_each(packet.local, [&](Upper& upper) {
        Message copy(buffers->pool());
        if (message.share_with(copy).is_ok())
            static_cast<void>(upper.deliver({packet.local, packet.remote, 0, 0}, copy));
        else
            ++exhausted_;
    });
    return false;
}

void Raw::failed(Participants const& packet, Report const& report, Span<u8 const> beginning) {
    for_each(packet.local, [&](Upper& upper) {
        upper.failed({packet.local, packet.remote, 0, 0}, report, beginning);
    });
}

} // namespace flat::net::ip
