// SPDX-License-Identifier: BSD-2-Clause
// libFuzzer target: whatever a server of NFS sends in place of names, it is decoded or refused,
// takes memory in proportion to its size, and gives all of it back.
#include <fs/nfs/plain_names.hpp>
#include <rpc/testing.hpp>
#include <rpc/xdr/xdr_memory.hpp>

#include <cstdint>

using namespace flat;
using namespace flat::fs::nfs;

/// A broken assertion is a finding; what it does in kernels is not linked.
void flat::assertion_failed(char const*, char const*, u32) {
    std::abort();
}

namespace {

constexpr usize bytes_for_each_piece = 8; // of a reply, at least

void try_reply(Span<u8> reply, bool is_plain) {
    rpc::testing::FakeAllocator allocator{100'000};
    nfs3::Readdirplus3res names;
    PlainNames plain(names);
    nfs3::Readdirplus3resPlace whole(names);
    rpc::XdrMemory stream(reply, XdrStream::Operation::decode, &allocator);
    auto const decoded = is_plain ? plain.transfer(stream) : whole.transfer(stream);
    if (allocator.taken() > reply.size() / bytes_for_each_piece + 2) std::abort();
    u64 bytes = 0;
    for (auto const* each = names.resok.reply.entries; each; each = each->nextentry)
        bytes += each->name.size;
    if (decoded.is_ok() && bytes > reply.size()) std::abort();
    rpc::XdrMemory end({}, XdrStream::Operation::free, &allocator);
    if (whole.transfer(end).is_error() || allocator.taken() != 0) std::abort();
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
    for (bool const is_plain : {false, true}) {
        std::vector<u8> bytes(data, data + size); // the sanitizers guard its end
        try_reply({bytes.data(), bytes.size()}, is_plain);
    }
    return 0;
}
