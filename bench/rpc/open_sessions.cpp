// SPDX-License-Identifier: BSD-2-Clause
// Opens the sessions of sessions.spec as soon as there is a client: the linker lets whoever makes
// one call this in place of the constructor (--wrap).
#include <core/panic.hpp>
#include <rpc/datagram_client.hpp>

using flat::rpc::DatagramClient;
using Ports = flat::rpc::DatagramClientComponent::Ports;
using Attributes = flat::rpc::DatagramClientComponent::Attributes;

extern "C" int bench_min_special_open(flat::rpc::Client& client);
extern "C" int bench_echo_special_open(flat::rpc::Client& client);

void construct(DatagramClient*, Ports const&, Attributes const&) __asm__("__real_" CONSTRUCTOR);
void construct_and_open(DatagramClient*, Ports const&,
                        Attributes const&) __asm__("__wrap_" CONSTRUCTOR);

void construct_and_open(DatagramClient* client, Ports const& ports, Attributes const& attributes) {
    construct(client, ports, attributes);
    int const status = bench_min_special_open(*client) | bench_echo_special_open(*client);
    if (status != 0) flat::panic("no session can be opened: {}", status);
}
