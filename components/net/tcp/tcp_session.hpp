// SPDX-License-Identifier: BSD-2-Clause
// A connection of TCP as a session.
#pragma once

#include <core/alarm.hpp>
#include <core/atomic.hpp>
#include <core/guarded.hpp>
#include <core/utility.hpp>
#include <flat/net/stream_session.hpp>
#include <flat/net/stream_upper.hpp>
#include <net/tcp/connection.hpp>

namespace flat::net::tcp {

class Tcp;
class TcpListener;

/// A place for a connection, which lives as long as its protocol: whoever still has an old one does
/// no harm. It brings the state machine together with the time, the protocol below and an upper.
class TcpSession : public StreamSession, public Upper, private Alarm, NonCopyable {
public:
    explicit TcpSession(Tcp& tcp);
    ~TcpSession();

    void* narrow(InterfaceId id) override;
    Participants participants() override { return participants_; }
    u32 mtu() override;
    Result<void, NetworkError> push(Message& message) override;
    void release() override;
    State state() override;
    Result<void, NetworkError> check() override;
    u32 room() override;
    u32 segment_room() override;
    u32 available() override;
    u32 look(Span<u8> bytes) override;
    void receive(u32 bytes, Message& destination) override;
    void finish() override;
    void set_service(u8 type_of_service, u8 lifetime) override;
    /// They are chosen when it begins: they take room from its segments.
    Result<void, NetworkError> set_options(Span<u8 const>) override {
        return NetworkError{NetworkError::invalid};
    }
    Result<void, NetworkError> push_urgent(Message& message) override;
    u32 urgent() override;
    void send_at_once(bool does) override;
    void keep_alive(bool does) override;

    bool deliver(Participants const& participants, Message& message) override;
    void failed(Participants const& participants, Report const& report,
                Span<u8 const> beginning) override;

private:
    friend class Tcp;
    friend class TcpListener;

    /// What the state machine works in; its lock is held meanwhile.
    struct Core {
        Connection* connection = nullptr;
        u64 alarm_us = Connection::never_us; // what the alarm is set to
        bool is_owned = false;               // an upper has it, or is about to
    };

    /// What an upper can notice.
    struct View {
        Connection::State state;
        u32 available;
        u32 room;
        bool has_ended;
        u32 urgent;
        friend bool operator==(View const&, View const&) = default;
    };

    /// Puts segments into the outbox.
    class Sender : public Connection::Output {
    public:
        explicit Sender(TcpSession& session) : session_(session) {}
        void send(Segment& segment, Message& data) override;
        void sent_again() override;
        void in_vain() override;

    private:
        TcpSession& session_;
    };

    // For the protocol and its listeners.
    bool claim();
    void prepare(Session& packets, Participants const& participants, StreamUpper* upper,
                 TcpListener* listener);
    void begin(u32 first_sequence);
    void answer(Segment const& syn, u32 first_sequence);
    void go_on(Segment const& syn, u32 first_sequence, Segment const& segment, Message& data);
    bool has_waited_for(TcpListener const& listener);
    bool is_waiting_for_its_end();
    bool cut_short();

    void expired() override;
    static View view_of(Connection const& connection);
    template<class Action>
    void act(Action const& action);
    void tell(View const& before, View const& now);
    void set_alarm(Core& core);

    Tcp& tcp_;
    Participants participants_{};
    StreamUpper* upper_ = nullptr;
    TcpListener* listener_ = nullptr; // to which it came, until it was accepted
    Session* packets_ = nullptr;
    u16 sum_ = 0; // of addresses and protocol, for checksums
    bool is_within_host_ = false;
    u64 born_ = 0;
    Atomic<u32> users_ = 0;
    alignas(Connection) u8 place_[sizeof(Connection)];
    Guarded<Core> core_;
};

} // namespace flat::net::tcp
