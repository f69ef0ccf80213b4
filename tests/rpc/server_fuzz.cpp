// SPDX-License-Identifier: BSD-2-Clause
// libFuzzer target: whatever reaches the server, by UDP or by TCP and in whatever pieces, it
// answers with replies or not at all, and keeps no memory.
#include <core/bytes/big_endian.hpp>
#include <rpc/bench_service.hpp>
#include <rpc/datagram_transport.hpp>
#include <rpc/messages/message.hpp>
#include <rpc/ports/portmapper.hpp>
#include <rpc/ports/rpcbind.hpp>
#include <rpc/server.hpp>
#include <rpc/stream_transport.hpp>
#include <rpc/testing.hpp>

#include <cstdint>
#include <cstdlib>

namespace {

using namespace flat;
using namespace flat::rpc;
using flat::rpc::testing::Bytes;

class SilentLog : public flat::log::Log {
public:
    void write(Level, Span<u8 const>) override {}
};

/// Results of whatever size.
class Anything : public XdrValue {
public:
    Result<void, XdrError> transfer(XdrStream&) override { return {}; }
};

void require(bool condition) {
    if (!condition) std::abort();
}

/// Aborts unless a message is a reply.
void require_reply(Bytes message) {
    Anything anything;
    ReplyMessage reply(anything);
    XdrMemory stream(testing::span_of(message), XdrStream::Operation::decode);
    require(reply.transfer(stream).is_ok());
}

/// Aborts unless bytes are records, each of them a reply.
void require_replies(Bytes bytes) {
    Bytes message;
    while (!bytes.empty()) {
        require(bytes.size() >= XdrRecord::header_bytes);
        u32 const word = load_big_endian(bytes.data());
        usize const end = XdrRecord::header_bytes + (word & 0x7fffffff);
        require(end <= bytes.size());
        message.insert(message.end(), bytes.begin() + XdrRecord::header_bytes, bytes.begin() + end);
        bytes.erase(bytes.begin(), bytes.begin() + end);
        if (!(word >> 31)) continue;
        require_reply(message);
        message.clear();
    }
    require(message.empty());
}

/// The server with one transport, for which `sockets` has something.
void serve(testing::FakeSockets& sockets, Transport& transport) {
    SilentLog log;
    BenchService service({}, {});
    ports::Portmapper portmapper({}, {});
    Transport* transports[] = {&transport};
    ports::Rpcbind rpcbind({.registry = portmapper}, {.version = 4, .address = 0x0a000002});
    Service* services[] = {&service, &portmapper, &rpcbind};
    Server server({.sockets = sockets,
                   .transports = Span<Transport* const>(transports),
                   .services = Span<Service* const>(services),
                   .log = log,
                   .registry = portmapper},
                  {});
    server.run();
}

constexpr u32 first_socket = 3;

void serve_datagram(Bytes const& message) {
    testing::FakeSockets sockets;
    testing::FakeAllocator allocator;
    DatagramTransport transport({.sockets = sockets, .allocator = allocator}, {});
    usize const taken = allocator.taken();
    sockets.receive_later(message);
    sockets.ready = {first_socket};
    serve(sockets, transport);
    require(allocator.taken() == taken);
    require(sockets.sent.size() <= 1);
    for (auto const& reply : sockets.sent)
        require_reply(reply.bytes);
}

void serve_connection(Bytes const& bytes, usize piece_bytes) {
    testing::FakeSockets sockets;
    testing::FakeAllocator allocator;
    {
        StreamTransport transport({.sockets = sockets, .allocator = allocator},
                                  {.fragment_bytes = 128, .record_bytes = 4096});
        for (usize at = 0; at < bytes.size(); at += piece_bytes) {
            usize const end = std::min(bytes.size(), at + piece_bytes);
            sockets.receive_later(Bytes(bytes.begin() + at, bytes.begin() + end));
        }
        sockets.ready = {first_socket, first_socket + 1, first_socket + 1};
        serve(sockets, transport);
        require(allocator.taken() <= 1); // the connection, if it is still there
    }
    require(allocator.taken() == 0);
    require_replies(sockets.stream);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
    if (size < 2) return 0;
    Bytes const bytes(data + 2, data + size);
    if (data[0] % 2 == 0)
        serve_datagram(bytes);
    else
        serve_connection(bytes, data[1] % 64 + 1);
    return 0;
}
