// SPDX-License-Identifier: BSD-2-Clause
// What tests of remote procedure calls have in common.
#pragma once

#include <core/utility.hpp>
#include <flat/memory/allocator.hpp>
#include <flat/net/sockets.hpp>
#include <flat/rpc/client.hpp>
#include <flat/rpc/xdr_value.hpp>
#include <rpc/xdr/xdr.hpp>
#include <rpc/xdr/xdr_memory.hpp>

#include <algorithm>
#include <cstdlib>
#include <deque>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace flat::rpc::testing {

using Bytes = std::vector<u8>;

/// A span of bytes, as interfaces take them.
inline Span<u8> span_of(Bytes& bytes) {
    return {bytes.data(), bytes.size()};
}

/// Numbers in external form, one after the other.
inline Bytes words(std::vector<u32> const& numbers) {
    Bytes bytes;
    for (u32 const number : numbers)
        for (int shift = 24; shift >= 0; shift -= 8)
            bytes.push_back(static_cast<u8>(number >> shift));
    return bytes;
}

/// Bytes one after the other.
template<class... Parts>
Bytes joined(Parts const&... parts) {
    Bytes all;
    (all.insert(all.end(), parts.begin(), parts.end()), ...);
    return all;
}

/// A word, so many times; and then, if a test wants it, what cannot be encoded.
class Words : public XdrValue {
public:
    Result<void, XdrError> transfer(XdrStream& stream) override {
        for (u32 i = 0; i < count; ++i)
            TRY(xdr_u32(stream, word));
        if (is_bad) return XdrError{XdrError::invalid};
        return {};
    }
    u32 word = 0;
    u32 count = 1;
    bool is_bad = false;
};

/// Turns the arguments of a call into results as a test says, all in external form.
class AnsweringClient : public Client {
public:
    Result<void, RpcError> call(u32 procedure, XdrValue& arguments, XdrValue& results,
                                u64) override {
        u8 buffer[9000];
        XdrMemory encoder(buffer, XdrStream::Operation::encode);
        if (arguments.transfer(encoder).is_error())
            return RpcError{RpcError::cant_encode_arguments};
        Bytes reply = answer(procedure, Bytes(buffer, buffer + encoder.position()));
        XdrMemory decoder(span_of(reply), XdrStream::Operation::decode);
        if (results.transfer(decoder).is_error()) return RpcError{RpcError::cant_decode_results};
        return {};
    }
    Details details() override { return {}; }
    void free_results(XdrValue&) override {}
    void redirect(net::Endpoint const&) override {}

    std::function<Bytes(u32, Bytes)> answer;
};

/// The host's memory, which knows what has not been given back; `limit` pieces at a time.
class FakeAllocator : public memory::Allocator, NonCopyable {
public:
    explicit FakeAllocator(usize limit = 1000) : limit_(limit) {}
    ~FakeAllocator() {
        for (vaddr const piece : pieces_)
            std::free(pointer_to<void>(piece));
    }

    Result<vaddr, memory::MemoryError> allocate(usize bytes, usize) override {
        if (pieces_.size() == limit_)
            return memory::MemoryError{memory::MemoryError::out_of_memory};
        return *pieces_.insert(address_of(std::malloc(bytes))).first;
    }
    void free(vaddr address) override {
        if (address == 0) return;
        if (pieces_.erase(address) == 0) std::abort();
        std::free(pointer_to<void>(address));
    }

    usize taken() const { return pieces_.size(); }
    void set_limit(usize limit) { limit_ = limit; }

private:
    usize limit_;
    std::set<vaddr> pieces_;
};

/// A network in which nothing happens but what the test says. Every wait and every receipt takes
/// the next thing that was written down; when nothing is left, waiting ends in vain.
class FakeSockets : public net::Sockets {
public:
    using SocketError = net::SocketError;
    using Endpoint = net::Endpoint;

    struct Datagram {
        Bytes bytes;
        Endpoint other; // where it comes from, or goes to
    };

    /// What comes next: a datagram or bytes of a connection; none: nothing, while somebody waits.
    std::deque<std::optional<Datagram>> incoming;
    std::vector<Datagram> sent;         // datagrams
    Bytes stream;                       // bytes on connections
    usize send_max = 1000;              // as many bytes of a connection are taken at once
    std::vector<u64> waits;             // how long it was waited
    std::vector<u32> watched;           // sockets
    std::vector<u32> closed;            // sockets
    std::vector<Endpoint> connected;    // to where
    std::deque<u32> ready;              // the watched sockets that have something
    std::optional<SocketError> failing; // whatever is sent or received

    /// Something that is received from `other`.
    void receive_later(Bytes bytes, Endpoint other = {}) { incoming.push_back({{bytes, other}}); }
    void wait_in_vain() { incoming.push_back({}); }

    Result<u32, SocketError> open(Kind) override {
        if (failing) return *failing;
        return next_++;
    }
    void close(u32 socket) override { closed.push_back(socket); }
    Result<Endpoint, SocketError> bind(u32, Endpoint const& local) override {
        if (failing) return *failing;
        return Endpoint{local.address, static_cast<u16>(local.port ? local.port : 12345)};
    }
    Result<void, SocketError> listen(u32) override { return {}; }
    Result<u32, SocketError> accept(u32) override {
        if (failing) return *failing;
        return next_++;
    }
    Result<void, SocketError> connect(u32, Endpoint const& remote) override {
        if (failing) return *failing;
        connected.push_back(remote);
        return {};
    }
    Result<void, SocketError> send_to(u32, Span<u8 const> datagram,
                                      Endpoint const& destination) override {
        if (failing) return *failing;
        sent.push_back({Bytes(datagram.begin(), datagram.end()), destination});
        return {};
    }
    Result<Received, SocketError> receive_from(u32, Span<u8> datagram) override {
        if (failing_receipt || !next_is_there()) return SocketError{SocketError::failed};
        Datagram const next = *incoming.front();
        incoming.pop_front();
        usize const size = std::min(next.bytes.size(), datagram.size());
        std::copy_n(next.bytes.begin(), size, datagram.begin());
        return Received{size, next.other};
    }
    Result<usize, SocketError> send(u32, Span<u8 const> bytes) override {
        if (failing) return *failing;
        usize const size = std::min(send_max, bytes.size());
        stream.insert(stream.end(), bytes.begin(), bytes.begin() + size);
        return size;
    }
    Result<usize, SocketError> receive(u32, Span<u8> bytes) override {
        if (failing_receipt || !next_is_there()) return SocketError{SocketError::closed};
        Bytes& next = incoming.front()->bytes;
        usize const size = std::min(next.size(), bytes.size());
        std::copy_n(next.begin(), size, bytes.begin());
        next.erase(next.begin(), next.begin() + size);
        if (next.empty()) incoming.pop_front();
        return size;
    }
    Result<u64, SocketError> wait_readable(u32, u64 timeout_ns) override {
        waits.push_back(timeout_ns);
        if (next_is_there()) return std::max<u64>(timeout_ns / 2, 1);
        if (!incoming.empty()) incoming.pop_front();
        return u64{0};
    }
    Result<void, SocketError> watch(u32 socket) override {
        watched.push_back(socket);
        return {};
    }
    Result<u32, SocketError> wait_watched() override {
        if (ready.empty()) return SocketError{SocketError::failed};
        u32 const socket = ready.front();
        ready.pop_front();
        return socket;
    }

    bool failing_receipt = false;

private:
    bool next_is_there() const { return !incoming.empty() && incoming.front(); }

    u32 next_ = 3;
};

} // namespace flat::rpc::testing
