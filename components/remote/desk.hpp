// SPDX-License-Identifier: BSD-2-Clause
// Lets other kernels call objects of this one, each call at most once.
#pragma once

#include <core/utility.hpp>
#include <remote/desk.flat.hpp>
#include <remote/message.hpp>

namespace flat::remote {

/// Knows of each session the last call and its answer: who asks again gets the same, and what is
/// older is forgotten. A session ends when it is used least recently of all and another client
/// comes; its client is told when it calls, and no call of it is carried out any more.
class Desk : public DeskComponent, NonCopyable {
public:
    /// Panics without memory, or when two objects have one identity.
    Desk(Ports const& ports, Attributes const& attributes);
    ~Desk();

    void arrived(Span<u8 const> datagram, u64 sender) override;

private:
    static constexpr u32 sessions_max = 32;

    struct Session {
        u64 number = 0; // none: nobody has it
        u64 client = 0;
        u64 address = 0;
        u64 sequence = 0; // of the last call
        u64 used = 0;     // when
        bool is_answered = false;
        bool is_refused = false;
        usize answer_bytes = 0;
        ArrivingMessage request;
        Span<u8> request_room;
        Span<u8> answer_room;
    };

    void welcome(DatagramHeader const& hello, u64 sender);
    void take(DatagramHeader const& header, Span<u8 const> part, u64 sender);
    void begin(Session& session, DatagramHeader const& header);
    void carry_out(Session& session, DatagramHeader const& header);
    void answer(Session const& session, DatagramHeader const& header);
    void refuse(DatagramHeader header, u64 sender, u64 object);
    Session* session_of(DatagramHeader const& header, u64 sender);
    Session& session_for(u64 client, u64 sender);

    Span<Session> known() { return Span<Session>(sessions_).first(sessions); }

    Session sessions_[sessions_max];
    u64 next_number_;
    u64 now_ = 0; // counts datagrams
    vaddr rooms_ = 0;
    bool is_busy_ = false;
};

} // namespace flat::remote
