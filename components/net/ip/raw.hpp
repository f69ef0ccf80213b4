// SPDX-License-Identifier: BSD-2-Clause
// Messages of ICMP as they are, for users that write and read them themselves.
#pragma once

#include <core/guarded.hpp>
#include <core/measure/counters.hpp>
#include <core/net/message.hpp>
#include <core/utility.hpp>
#include <flat/net/buffers.hpp>
#include <flat/net/session.hpp>
#include <net/ip/raw.flat.hpp>
#include <net/named_session.hpp>

namespace flat::net::ip {

/// Gives every user a message of the same bytes, in the order in which they came. What is sent is
/// a packet around what the user has written, checksum and all.
class Raw : public RawComponent, NonCopyable {
public:
    static constexpr u32 users_max = 16;

    using RawComponent::RawComponent;

    /// A session is for sending only: `invalid` with an upper.
    Result<Session*, NetworkError> open(Upper* upper, Participants const& participants) override;
    /// `exhausted` if there are `users_max` already, `unreachable` for an address that is not ours.
    Result<Participants, NetworkError> open_enable(Upper& upper,
                                                   Participants const& participants) override;
    void open_disable(Participants const& participants) override;
    Result<core::AbstractResource*, core::BindingError> create(Span<u8 const> hint) override;
    Result<Top*, core::BindingError> bind(core::Name& name, Span<u8 const> hint) override;

    bool deliver(Participants const& participants, Message& message) override;
    void failed(Participants const& participants, Report const& report,
                Span<u8 const> beginning) override;

private:
    /// Who gets what comes to an address of ours, or to any where that is 0.
    struct User {
        Upper* upper = nullptr;
        u64 local = 0;
    };
    /// A user is known by its place, from 1 on, as others are by their ports.
    struct Users {
        User all[users_max];
    };

    template<class Action>
    void for_each(u64 local, Action action);

    Guarded<Users> users_;
    SharedCounter received_;
    SharedCounter exhausted_; // messages that a user has missed, for want of buffers
};

} // namespace flat::net::ip
