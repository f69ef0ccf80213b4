// SPDX-License-Identifier: BSD-2-Clause
// A port at which connections come about.
#pragma once

#include <core/utility.hpp>
#include <flat/net/options_upper.hpp>
#include <flat/net/stream_upper.hpp>

namespace flat::net::tcp {

class Tcp;

/// A place for one; it lives as long as its protocol.
class TcpListener : public OptionsUpper, NonCopyable {
public:
    explicit TcpListener(Tcp& tcp) : tcp_(tcp) {}

    void* narrow(InterfaceId id) override {
        return id == OptionsUpper::interface_id ? static_cast<OptionsUpper*>(this) : nullptr;
    }
    bool deliver(Participants const& participants, Message& message) override;

    /// The options are the way that answers go, which a connection keeps.
    bool deliver_with_options(Participants const& participants, Message& message,
                              Span<u8 const> options) override;
    void failed(Participants const&, Report const&, Span<u8 const>) override {}

private:
    friend class Tcp;
    friend class TcpSession;

    Tcp& tcp_;
    StreamUpper* upper_ = nullptr; // null: the place is free
    Participants participants_{};
};

} // namespace flat::net::tcp
