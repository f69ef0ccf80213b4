// SPDX-License-Identifier: BSD-2-Clause
// Asks a server of the domain name system for the addresses of hosts.
#pragma once

#include <core/guarded.hpp>
#include <core/utility.hpp>
#include <net/dns/address_cache.hpp>
#include <net/dns/answer.hpp>
#include <net/dns/resolver.flat.hpp>
#include <net/drawn_numbers.hpp>

namespace flat::net::dns {

/// A stub resolver (RFC 1034, section 5.3.1) over UDP. Each query has a socket of its own with a
/// port and a number that are drawn, so that an attacker that does not see it can hardly forge its
/// answer (RFC 5452); after a few datagrams that are none, it waits no longer. Any number of
/// threads may ask.
class Resolver : public ResolverComponent, NonCopyable {
public:
    /// Panics if nothing tells the server's address, or if there is no memory.
    Resolver(Ports const& ports, Attributes const& attributes);
    ~Resolver();

    Result<u32, HostNameError> address(Span<u8 const> name) override;
    Statistics statistics() override { return *counts_.lock(); }

private:
    Result<u32, HostNameError> ask(DomainName const& name);
    Result<Answer, HostNameError> ask_once(DomainName const& name, u64 timeout_ns);
    u32 server_now();
    Result<u32, HostNameError> open();
    Answer exchange(u32 socket, DomainName const& name, u64 timeout_ns);
    Answer receive(u32 socket, DomainName const& name, u16 id, Endpoint const& asked);
    void remember(DomainName const& name, Answer const& answer);
    void count(u64 Statistics::* what) { ++((*counts_.lock()).*what); }
    void count(Answer::Kind kind);

    DrawnNumbers numbers_;
    AddressCache::Entry* entries_;
    Guarded<AddressCache> cache_;
    Guarded<Statistics> counts_;
};

} // namespace flat::net::dns
