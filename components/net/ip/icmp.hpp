// SPDX-License-Identifier: BSD-2-Clause
// ICMP: answers echo requests, and reports why packets went no further.
#pragma once

#include <core/guarded.hpp>
#include <core/measure/counters.hpp>
#include <core/net/message.hpp>
#include <core/utility.hpp>
#include <flat/net/buffers.hpp>
#include <flat/net/options_upper.hpp>
#include <flat/net/session.hpp>
#include <net/ip/icmp.flat.hpp>
#include <net/packet_options.hpp>

namespace flat::net::ip {

/// RFC 792 as RFC 1122 reads it: echo, whose answers go to `replies`, destination unreachable, time
/// exceeded, path MTU (RFC 1191). Redirects are heard from the gateway in use; whatever asks for
/// addresses or times is not. Errors are sent at a bounded rate, and never about errors, fragments
/// but the first, or packets to or from more than one host.
class Icmp : public IcmpComponent, private OptionsUpper, NonCopyable {
public:
    Icmp(Ports const& ports, Attributes const& attributes);
    ~Icmp();

    void* narrow(InterfaceId id) override {
        return id == OptionsUpper::interface_id ? static_cast<OptionsUpper*>(this)
                                                : IcmpComponent::narrow(id);
    }
    void report(Reason reason, u32 detail, Span<u8 const> packet) override;

    /// Messages that were too short or damaged, and errors that were not reported for their number.
    u64 malformed() const { return malformed_; }
    u64 suppressed() const { return suppressed_; }

private:
    /// A bucket of tokens, each of which is a report.
    struct Rate {
        u64 tokens = 0;
        u64 filled_ns = 0;
    };

    bool deliver(Participants const& participants, Message& message) override;
    bool deliver_with_options(Participants const& participants, Message& message,
                              Span<u8 const> options) override;
    void failed(Participants const& participants, Report const& report,
                Span<u8 const> beginning) override;
    void take(Participants const& participants, Message& message, PacketOptions const& options);
    void take_reply(Participants const& participants, Message& message,
                    PacketOptions const& options);
    void answer(Participants const& participants, Message& request, PacketOptions const& options);
    void heard_of_error(u32 sender, u16 type_and_code, u32 word, Message const& message);
    void heard_of_gateway(u32 sender, u32 gateway, Message const& message);
    void send(Participants const& participants, u16 type_and_code, u32 word, Message& data,
              PacketOptions const& options = {});
    bool may_report();

    SharedCounter malformed_;
    SharedCounter received_;
    SharedCounter sent_;
    SharedCounter suppressed_;
    Guarded<Rate> rate_;
};

} // namespace flat::net::ip
