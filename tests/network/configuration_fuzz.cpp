// SPDX-License-Identifier: BSD-2-Clause
// libFuzzer target: whatever a server of the dynamic host configuration protocol answers, nothing
// but the message is read, and what is taken has an address and times that can be.
#include <net/dhcp/message.hpp>
#include <net/internet_address.hpp>

#include <cstdint>
#include <cstdlib>
#include <vector>

using namespace flat;
using namespace flat::net::dhcp;

/// A broken assertion is a finding; what it does in kernels is not linked.
void flat::assertion_failed(char const*, char const*, u32) {
    std::abort();
}

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
    std::vector<std::uint8_t> const bytes(data, data + size); // the sanitizers guard its end
    Reply const reply = read_reply({bytes.data(), size}, 0x11223344, 0x525400123456);
    if (reply.kind != Kind::offer && reply.kind != Kind::acknowledged) return 0;
    bool const is_host = net::is_host_address(reply.address, reply.prefix_bits);
    bool const is_in_order = reply.renewal_s <= reply.rebinding_s &&
                             reply.rebinding_s <= reply.lifetime_s && reply.lifetime_s > 0;
    if (!is_host || !is_in_order || reply.server == 0) std::abort();
    return 0;
}
