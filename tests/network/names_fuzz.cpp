// SPDX-License-Identifier: BSD-2-Clause
// libFuzzer target: whatever a server of the domain name system answers, nothing but the message is
// read, there is an end, and only an answer with an address of the name is taken.
#include <core/bytes/big_endian.hpp>
#include <net/dns/answer.hpp>

#include <cstdint>
#include <cstdlib>
#include <vector>

namespace {

using namespace flat;
using namespace flat::net::dns;

constexpr u16 id = 0x1234;

/// A name that a text means is read from the query for it again, and from nothing shorter.
void try_text(Text text) {
    DomainName name;
    if (!name.parse(text)) return;
    u8 query[query_bytes_max];
    usize const bytes = write_query(name, id, query);
    DomainName again;
    usize offset = 12;
    if (!again.read(Span<u8 const>(query, bytes), offset)) std::abort();
    if (!(again == name) || offset + 4 != bytes) std::abort();
    offset = 12;
    if (again.read(Span<u8 const>(query, bytes - 5), offset)) std::abort();
}

void try_answer(Span<u8 const> message) {
    DomainName name;
    if (!name.parse("a.example")) std::abort();
    Answer const answer = read_answer(message, name, id);
    if (answer.kind != Answer::Kind::found) return;
    for (usize i = 0; i + 4 <= message.size(); ++i)
        if (load_big_endian(message.data() + i) == answer.address) return;
    std::abort();
}

} // namespace

/// A broken assertion is a finding; what it does in kernels is not linked.
void flat::assertion_failed(char const*, char const*, u32) {
    std::abort();
}

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
    std::vector<std::uint8_t> const bytes(data, data + size); // the sanitizers guard its end
    Span<u8 const> const message(bytes.data(), size);
    try_answer(message);
    try_text(Text::from_bytes(message));
    return 0;
}
