// SPDX-License-Identifier: BSD-2-Clause
// Lets other kernels call objects of this one, each call at most once.
#pragma once

#include <core/utility.hpp>
#include <remote/desk.flat.hpp>
#include <remote/message.hpp>
#include <remote/passed_call.hpp>

namespace flat::remote {

/// Keeps the last call of each session and its answer: a call that is repeated gets the same, and
/// what is older is forgotten. A session ends when it is used least recently of all and another
/// client comes, when its client begins anew, or when a client does not answer that waits for an
/// answer; its client learns that when it calls, no call of it is carried out any more, and all is
/// released that it held.
///
/// What a call calls of the objects that its client has passed, the client does while it waits; it
/// can call the desk meanwhile, one level deeper.
class Desk : public DeskComponent, NonCopyable {
public:
    /// Panics without memory, or when two objects have one identity.
    Desk(Ports const& ports, Attributes const& attributes);
    ~Desk();

    void arrived(Span<u8 const> datagram, u64 sender) override;

private:
    static constexpr u32 sessions_max = 32;

    /// The last call at a level, and its answer.
    struct Level {
        u64 sequence = 0;
        bool is_answered = false;
        bool is_refused = false;
        usize answer_bytes = 0;
        ArrivingMessage request;
        vaddr rooms = 0; // of the request, and of the answer after it
    };

    /// A client, and what it has been passed.
    class Session : public Partner, NonCopyable {
    public:
        Result<usize, RemoteError> call(u64 type, u32 method, Span<u8 const> request,
                                        Span<u8> answer) override {
            return desk->call_back(*this, type, method, request, answer);
        }
        u64 pass(Passed& object) override { return number == 0 ? 0 : objects.add(object); }
        Passed* passed(u64 name) override { return objects.find(name); }
        Passed* withdraw(u64 name) override { return objects.remove(name); }
        u64 generation() override { return number; }
        memory::Allocator& buffers() override { return *desk->allocator; }

        Desk* desk = nullptr;
        u64 number = 0; // none: nobody has it
        u64 client = 0;
        u64 greeting = 0;
        u64 address = 0;
        u64 used = 0;        // when
        u64 calls_back = 0;  // that were sent
        u32 carried_out = 0; // levels whose calls are
        Level levels[levels_max];
        PassedTable objects;
    };

    /// A call back whose reply is waited for.
    struct Waiting {
        Session& session;
        u64 sequence;
        u8 level;
        bool is_rejected = false;
        u64 heard = 0; // calls of its client meanwhile
        ArrivingMessage reply = {};
    };

    void welcome(DatagramHeader const& hello, u64 sender);
    void take(DatagramHeader const& header, Span<u8 const> part, u64 sender);
    void take_reply(DatagramHeader const& header, Span<u8 const> part, u64 sender);
    bool begin(Level& level, DatagramHeader const& header);
    void carry_out(Session& session, Level& level, DatagramHeader const& header);
    Result<usize, RemoteError> outcome_of(Session& session, Level& level,
                                          DatagramHeader const& header);
    void answer(Session const& session, Level const& level, DatagramHeader const& header);
    void refuse(DatagramHeader header, u64 sender, u64 object);
    Session* session_of(DatagramHeader const& header, u64 sender);
    Session* session_for(DatagramHeader const& hello, u64 sender);
    void end(Session& session);

    Result<usize, RemoteError> call_back(Session& session, u64 type, u32 method,
                                         Span<u8 const> request, Span<u8> answer);
    bool exchange(Waiting& waiting, DatagramHeader const& header, Span<u8 const> request);
    bool wait_for(Waiting const& waiting, u64 patience_ns);

    Span<Session> known() { return Span<Session>(sessions_).first(sessions); }
    Span<u8> request_room(Level const& level) const {
        return Span<u8>(pointer_to<u8>(level.rooms), message_bytes);
    }
    Span<u8> answer_room(Level const& level) const {
        return Span<u8>(pointer_to<u8>(level.rooms + message_bytes), message_bytes);
    }

    Session sessions_[sessions_max];
    u64 next_number_;
    u64 now_ = 0; // counts datagrams
    bool is_busy_ = false;
    Waiting* waiting_ = nullptr; // the innermost
};

} // namespace flat::remote
