// SPDX-License-Identifier: BSD-2-Clause
// Asks a server of the dynamic host configuration protocol for this host's address.
#pragma once

#include <core/alarm.hpp>
#include <core/guarded.hpp>
#include <core/utility.hpp>
#include <flat/thread/thread.hpp>
#include <net/dhcp/client.flat.hpp>
#include <net/dhcp/message.hpp>
#include <net/drawn_numbers.hpp>

namespace flat::net::dhcp {

/// A client of RFC 2131 with a thread of its own. It takes the first offer, looks whether somebody
/// else has the address (RFC 5227), gives it to the attachment, and asks for more time before it is
/// over: the same server first, then any. When the time is over, or the server says so, the host
/// has no address any more, and it all begins again.
///
/// What is sent to all goes by the first attachment of IPv4 that is no loopback: that one must be
/// the client's.
class Client : public ClientComponent, private thread::Thread::Body, private Alarm, NonCopyable {
public:
    /// Panics if there is no thread for it.
    Client(Ports const& ports, Attributes const& attributes);
    ~Client() { alarms->cancel(*this); }

    Configuration current() override;
    Statistics statistics() override { return *counts_.lock(); }

protected:
    /// Tries once to get an address; waits for answers `1 << patience` times as long as at first.
    bool acquire(u32 patience);

    /// Keeps the address for as long as servers allow, then gives it up.
    void hold();

private:
    /// What holds from when on. Nothing does without an address.
    struct Lease {
        Reply terms{};
        u64 begin_ns = 0;
    };

    void run() override;
    void expired() override;
    Reply discover(u64 timeout_ns);
    Reply select(Reply const& offer, u64 timeout_ns);
    bool is_free(u32 address);
    void decline(Reply const& offer);
    bool adopt(Reply const& terms, u64 begin_ns);
    void give_up(Text why);
    Reply prolong(Lease const& lease);
    Reply ask(Request request, u32 destination, u64 timeout_ns, u32 server);
    Reply await(u32 socket, Request const& request, u64 timeout_ns, u32 server);
    Reply receive(u32 socket, Request const& request);
    void pause(u64 ns);
    Result<u32, SocketError> open();
    Request request(Kind kind);
    u64 since_ns(Lease const& lease) { return alarms->now_ns() - lease.begin_ns; }
    void count(u64 Statistics::* what) { ++((*counts_.lock()).*what); }

    DrawnNumbers numbers_;
    Guarded<Lease> lease_;
    Guarded<Statistics> counts_;
    u64 asking_since_ns_ = 0;
};

} // namespace flat::net::dhcp
