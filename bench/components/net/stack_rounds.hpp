// SPDX-License-Identifier: BSD-2-Clause
// What two protocol stacks do for a datagram and its answer, and for a stream.
#pragma once

#include <core/utility.hpp>
#include <flat/net/stream_session.hpp>
#include <flat/net/stream_upper.hpp>
#include <net/stack_rounds.flat.hpp>

namespace flat::net {

/// Uses protocols as other protocols do: uppers are called back. `round_trips` and `stream` are
/// where instruments look; what comes before them makes neighbours and connections known.
class StackRounds : public StackRoundsComponent, NonCopyable {
public:
    using StackRoundsComponent::StackRoundsComponent;

    void run() override;

private:
    static constexpr u16 port = 7;
    static constexpr u32 at_once = 16384;

    /// Hears what comes to one port, and forgets what did not arrive.
    class Ear : public Upper {
    public:
        explicit Ear(StackRounds& rounds) : rounds_(rounds) {}
        void failed(Participants const&, Report const&, Span<u8 const>) override {}

    protected:
        StackRounds& rounds_;
    };

    /// Sends datagrams back to where they came from.
    class Echo : public Ear {
    public:
        using Ear::Ear;
        bool deliver(Participants const& participants, Message& datagram) override;

    private:
        Session* back_ = nullptr;
    };

    /// Counts the answers.
    class Answers : public Ear {
    public:
        using Ear::Ear;
        bool deliver(Participants const& participants, Message& datagram) override;

        u32 count = 0;
    };

    /// An end of a stream, which is looked at again and again.
    class End : public StreamUpper {
    public:
        bool deliver(Participants const&, Message&) override { return false; }
        void failed(Participants const&, Report const&, Span<u8 const>) override {}
        StreamUpper* accepted(StreamSession& accepted) override {
            session = &accepted;
            return this;
        }
        void changed(StreamSession&) override {}

        StreamSession* session = nullptr;
    };

    void open();
    void round_trips(u32 count);
    void stream(u32 bytes);
    u32 put(u32 bytes);
    u32 take();
    void carry();

    Echo echo_{*this};
    Answers answers_{*this};
    Session* asking_ = nullptr;
    End source_;
    End sink_;
    u8 bytes_[at_once] = {};
};

} // namespace flat::net
