// SPDX-License-Identifier: BSD-2-Clause
// libFuzzer target: whatever a server answers, by UDP or by TCP and in whatever pieces, the clients
// return results within bounds or a failure, and what results allocated can be freed.
#include <rpc/auth_sys.hpp>
#include <rpc/bench_client.x.hpp>
#include <rpc/datagram_client.hpp>
#include <rpc/stream_client.hpp>
#include <rpc/testing.hpp>

#include <cstdint>
#include <cstdlib>

namespace {

using namespace flat;
using namespace flat::rpc;
using flat::rpc::testing::Bytes;

constexpr u64 timeout_ns = 1'000'000'000;
constexpr net::Endpoint server{0x7f000001, 111};

void require(bool condition) {
    if (!condition) std::abort();
}

/// Calls `echo`, with a place for the result or without one, and `min`.
void call(Client& client, testing::FakeAllocator& allocator, bool has_place) {
    static i32 place[bench::numbers_max];
    usize const taken = allocator.taken();
    i32 value = 7;
    bench::Numbers numbers{&value, 1}, result{has_place ? place : nullptr, 0};
    if (bench::echo_1(client, numbers, result, timeout_ns).is_ok()) {
        require(result.count <= bench::numbers_max);
        i32 sum = 0; // the sanitizer looks whether the numbers are there
        for (u32 index = 0; index < result.count; ++index)
            sum ^= result.values[index];
        asm volatile("" : : "r"(sum));
    }
    bench::NumbersPlace results(result);
    if (!has_place) client.free_results(results);
    require(allocator.taken() == taken);
    static_cast<void>(bench::min_1(client, {7, 4}, timeout_ns));
}

void call_by_datagrams(Bytes const& bytes, usize piece_bytes, bool has_place) {
    testing::FakeSockets sockets;
    testing::FakeAllocator allocator;
    AuthSys auth({}, {});
    DatagramClient client({.auth = auth, .sockets = sockets, .allocator = allocator},
                          {.program = bench::bench_program, .version = bench::bench_version});
    for (usize at = 0; at < bytes.size(); at += piece_bytes) {
        usize const end = std::min(bytes.size(), at + piece_bytes);
        sockets.receive_later(Bytes(bytes.begin() + at, bytes.begin() + end), server);
    }
    call(client, allocator, has_place);
}

void call_on_connection(Bytes const& bytes, usize piece_bytes, bool has_place) {
    testing::FakeSockets sockets;
    testing::FakeAllocator allocator;
    AuthSys auth({}, {});
    StreamClient client({.auth = auth, .sockets = sockets, .allocator = allocator},
                        {.program = bench::bench_program,
                         .version = bench::bench_version,
                         .fragment_bytes = 128,
                         .record_bytes = 4096});
    for (usize at = 0; at < bytes.size(); at += piece_bytes) {
        usize const end = std::min(bytes.size(), at + piece_bytes);
        sockets.receive_later(Bytes(bytes.begin() + at, bytes.begin() + end));
    }
    call(client, allocator, has_place);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
    if (size < 2) return 0;
    Bytes const bytes(data + 2, data + size);
    bool const has_place = data[0] & 2;
    if (data[0] % 2 == 0)
        call_by_datagrams(bytes, data[1] + 1u, has_place);
    else
        call_on_connection(bytes, data[1] + 1u, has_place);
    return 0;
}
