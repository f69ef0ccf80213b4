// SPDX-License-Identifier: BSD-2-Clause
// Calls of a server's procedures: what is tried again, and when that is given up.
#pragma once

#include <core/atomic.hpp>
#include <core/utility.hpp>
#include <flat/rpc/client.hpp>
#include <flat/thread/alarms.hpp>
#include <flat/thread/thread_manager.hpp>
#include <fs/nfs/nfs3.x.hpp>
#include <fs/outcome.hpp>

namespace flat::fs::nfs {

/// Calls that change something are made by holders of their file system's lock, one at a time;
/// others beside them, if the client can. All of it may block.
class ServerCalls : NonCopyable {
public:
    /// How long a reply is waited for; how long a server that does not answer, or is not ready
    /// (NFS3ERR_JUKEBOX), is asked again, and in which intervals. A server that has not answered is
    /// not asked for as long as a reply takes, so that those who wait learn it soon.
    struct Patience {
        u64 reply_ns;
        u64 all_ns;
        u64 pause_ns;
    };

    /// A call that can be made again.
    class Attempt {
    public:
        virtual Result<void, rpc::RpcError> make(rpc::Client& client, u64 timeout_ns) = 0;

        /// What the server has answered, after a success.
        virtual nfs3::Nfsstat3 status() const = 0;

        bool was_repeated = false;

    protected:
        ~Attempt() = default;
    };

    ServerCalls(rpc::Client& client, thread::Alarms& alarms, thread::ThreadManager& threads,
                Patience const& patience)
        : client_(client), alarms_(alarms), threads_(threads), patience_(patience) {}

    /// Makes a call until it is answered. NO_ANSWER if that took too long; IO if the answer is none
    /// of the protocol's; what else the server says.
    Outcome<void> perform(Attempt& attempt);

    /// The same by a stub, in any thread. `results` bring along what memory decoding needs.
    template<class Arguments, class Results>
    using Stub = Result<void, rpc::RpcError> (*)(rpc::Client&, Arguments&, Results&, u64);
    template<class Arguments, class Results>
    Outcome<void> make(Stub<Arguments, Results> stub, Arguments& arguments, Results& results) {
        ByStub attempt(stub, arguments, results);
        return perform(attempt);
    }

    /// The same by the holder of the lock, for whom `was_repeated` is.
    template<class Arguments, class Results>
    Outcome<void> operator()(Stub<Arguments, Results> stub, Arguments& arguments,
                             Results& results) {
        ByStub attempt(stub, arguments, results);
        auto const outcome = perform(attempt);
        was_repeated_ = attempt.was_repeated;
        return outcome;
    }

    /// Whether the holder's last call was sent more than once, so that the server may have executed
    /// it before the attempt that it has answered.
    bool was_repeated() const { return was_repeated_; }

    u64 now_ns() { return alarms_.now_ns(); }
    rpc::Client& client() { return client_; }

private:
    template<class Arguments, class Results>
    class ByStub final : public Attempt {
    public:
        ByStub(Stub<Arguments, Results> stub, Arguments& arguments, Results& results)
            : stub_(stub), arguments_(arguments), results_(results) {}
        Result<void, rpc::RpcError> make(rpc::Client& client, u64 timeout_ns) override {
            return stub_(client, arguments_, results_, timeout_ns);
        }
        nfs3::Nfsstat3 status() const override { return results_.status; }

    private:
        Stub<Arguments, Results> stub_;
        Arguments& arguments_;
        Results& results_;
    };

    void pause();

    rpc::Client& client_;
    thread::Alarms& alarms_;
    thread::ThreadManager& threads_;
    Patience patience_;
    Atomic<u64> silent_until_ns_ = 0;
    bool was_repeated_ = false;
};

} // namespace flat::fs::nfs
