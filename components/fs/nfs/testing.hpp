// SPDX-License-Identifier: BSD-2-Clause
// A client of NFS and its server in one process.
#pragma once

#include <fs/host/serving/testing.hpp>
#include <fs/nfs/nfs.hpp>
#include <fs/nfs/peer/testing.hpp>
#include <rpc/testing.hpp>
#include <rpc/xdr/xdr_memory.hpp>

#include <functional>

namespace flat::fs::nfs::testing {

using fs::testing::Code;
using fs::testing::code_of;
using fs::testing::SomeNames;

inline constexpr usize message_bytes_max = 128 << 10;

/// A call on its way to a server in the same process.
class DirectCall final : public rpc::Call {
public:
    DirectCall(u32 procedure, Span<u8> arguments, memory::Allocator& allocator)
        : procedure_(procedure), arguments_(arguments), allocator_(allocator) {}

    u32 procedure() override { return procedure_; }
    Caller caller() override { return {true, 0, 0}; }
    bool get_arguments(rpc::XdrValue& arguments) override {
        XdrMemory stream(arguments_, XdrStream::Operation::decode, &allocator_);
        return arguments.transfer(stream).is_ok();
    }
    void free_arguments(rpc::XdrValue& arguments) override {
        XdrMemory stream({}, XdrStream::Operation::free, &allocator_);
        EXPECT_TRUE(arguments.transfer(stream).is_ok());
    }
    bool reply(rpc::XdrValue& results) override {
        static Bytes room(message_bytes_max);
        XdrMemory stream({room.data(), room.size()}, XdrStream::Operation::encode);
        bool const is_encoded = results.transfer(stream).is_ok();
        result.assign(room.begin(), room.begin() + static_cast<long>(stream.position()));
        return is_encoded;
    }
    void refuse(Refusal) override { is_refused = true; }

    Bytes result;
    bool is_refused = false;

private:
    using XdrMemory = rpc::XdrMemory;

    u32 procedure_;
    Span<u8> arguments_;
    memory::Allocator& allocator_;
};

/// Calls a server in the same process, but for what a test wants to happen on the way.
class DirectClient final : public rpc::Client {
public:
    using Serve = std::function<void(rpc::Call&)>;

    explicit DirectClient(Serve serve) : serve_(std::move(serve)) {}

    Result<void, rpc::RpcError> call(u32 procedure, rpc::XdrValue& arguments,
                                     rpc::XdrValue& results, u64) override {
        if (is_silent) return rpc::RpcError{rpc::RpcError::timed_out};
        rpc::XdrMemory out({sent_.data(), sent_.size()}, XdrStream::Operation::encode);
        if (arguments.transfer(out).is_error())
            return rpc::RpcError{rpc::RpcError::cant_encode_arguments};
        DirectCall call(procedure, {sent_.data(), out.position()}, allocator);
        serve_(call);
        if (call.is_refused) return rpc::RpcError{rpc::RpcError::procedure_unavailable};
        if (loses_reply_of == procedure) {
            loses_reply_of.reset();
            return rpc::RpcError{rpc::RpcError::cant_receive};
        }
        if (on_reply) on_reply(procedure, call.result);
        rpc::XdrMemory in({call.result.data(), call.result.size()}, XdrStream::Operation::decode,
                          &allocator);
        if (results.transfer(in).is_error())
            return rpc::RpcError{rpc::RpcError::cant_decode_results};
        return {};
    }
    Details details() override { return {}; }
    void free_results(rpc::XdrValue& results) override {
        rpc::XdrMemory stream({}, XdrStream::Operation::free, &allocator);
        EXPECT_TRUE(results.transfer(stream).is_ok());
    }
    void redirect(net::Endpoint const& server) override { servers.push_back(server); }

    rpc::testing::FakeAllocator allocator{100'000};
    bool is_silent = false;
    std::optional<u32> loses_reply_of; // once
    std::function<void(u32 procedure, Bytes& reply)> on_reply;
    std::vector<net::Endpoint> servers;

private:
    Serve serve_;
    Bytes sent_ = Bytes(message_bytes_max);
};

/// Time goes on by a millisecond whenever somebody looks; nothing expires.
class LookedAtAlarms final : public thread::Alarms {
public:
    u64 now_ns() override { return now += 1'000'000; }
    void set(Alarm&, u64) override {}
    void cancel(Alarm&) override {}

    u64 now = 1'000'000'000;
};

class SomeNfs final : public Nfs {
public:
    using Nfs::Nfs;
};

/// A server over files in memory, and a client that has mounted it.
struct Machine {
    Machine() { have_server_run(); }
    ~Machine() {
        if (mounted) EXPECT_EQ(unmount(), std::nullopt);
        EXPECT_EQ(kernel.frames.taken_bytes(), 0u);
        EXPECT_EQ(calls.allocator.taken(), 0u);
    }

    std::optional<Code> mount(bool is_read_only = false, std::string const& path = "/files") {
        auto const found = nfs.mount(0x0a000001, fs::testing::span_of(path), is_read_only);
        if (found.is_error()) return found.error().code;
        mounted = found.value();
        names.emplace(
            SomeNames::Ports{
                .first = *mounted, .objects = kernel.objects, .threads = threads, .rule = {}},
            SomeNames::Attributes{});
        paths.emplace(*names);
        return std::nullopt;
    }
    std::optional<Code> unmount() {
        paths.reset();
        names.reset();
        return code_of(std::exchange(mounted, nullptr)->unmount());
    }
    /// What a thread does that waits: what is waited for is done, or time goes on.
    void have_server_run() {
        threads.on_wait = [this] { threads.run_server(); };
    }
    void have_time_pass() {
        threads.on_wait = [this] { alarms.now += 100'000'000; };
    }
    void pass_age() { alarms.now += 4'000'000'000; }
    std::optional<Code> sync() { return code_of(mounted->sync()); }

    // The server's.
    fs::testing::Kernel far{paddr{2} << 30};
    fs::testing::SomeFiles files{far};
    fs::testing::SomeNames far_names{far, files};
    fs::testing::Paths far_paths{far_names};
    Server server{files};
    MountServer mount_server{server};

    // The client's.
    fs::testing::Kernel kernel;
    fs::testing::ServerThreads threads;
    LookedAtAlarms alarms;
    DirectClient calls{[this](rpc::Call& call) { nfs3::dispatch(server, call); }};
    DirectClient mount_calls{[this](rpc::Call& call) { mount3::dispatch(mount_server, call); }};
    SomeNfs nfs{{.server = calls,
                 .mounts = mount_calls,
                 .objects = kernel.objects,
                 .contents = kernel.frames,
                 .pages = kernel.pages,
                 .allocator = calls.allocator,
                 .threads = threads,
                 .alarms = alarms,
                 .clock = kernel.clock},
                {.names_max = 500}};
    FileSystem* mounted = nullptr;
    std::optional<SomeNames> names;
    std::optional<fs::testing::Paths> paths;
};

} // namespace flat::fs::nfs::testing
