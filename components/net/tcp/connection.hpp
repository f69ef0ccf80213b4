// SPDX-License-Identifier: BSD-2-Clause
// One end of a connection of TCP: the state machine.
#pragma once

#include <core/maybe.hpp>
#include <core/net/message.hpp>
#include <core/utility.hpp>
#include <flat/net/network_error.hpp>
#include <net/tcp/congestion.hpp>
#include <net/tcp/receive_queue.hpp>
#include <net/tcp/round_trip_time.hpp>
#include <net/tcp/segment.hpp>
#include <net/tcp/selected_ranges.hpp>
#include <net/tcp/sequence.hpp>

namespace flat::net::tcp {

/// TCP as RFC 9293 has it, with RFC 5681 and 6582 (NewReno), 2018 (selective acknowledgements),
/// 6298, 7323 (window scale and timestamps) and 5961 (answers to what may be forged). It knows
/// nothing of networks and clocks: segments come by `arrived` and go to an `Output`, and the time,
/// in microseconds, is an argument. Whoever uses it excludes others, and calls `expired` when
/// `due_us` has come.
///
/// Ports and checksums are the output's. Urgent data are data whose end is told before they come.
class Connection : NonCopyable {
public:
    /// RFC 9293, section 3.3.2. A connection that listens is the protocol's, not one of these.
    enum class State {
        closed,
        syn_sent,
        syn_received,
        established,
        fin_wait_1,
        fin_wait_2,
        close_wait,
        closing,
        last_ack,
        time_wait
    };

    struct Settings {
        u32 mss;           ///< The largest segment that can come, without options.
        u32 send_bytes;    ///< That wait for being acknowledged, the most.
        u32 receive_bytes; ///< That wait for being taken, the most.
        u64 keep_us;       ///< A silent partner is asked whether it lives after this; 0: never.
        u32 tries = 15;    ///< What is not acknowledged is sent again so often, then given up (R2).
        u32 connecting_tries = 7; ///< The same of SYN.
    };

    /// Where segments go.
    class Output {
    public:
        /// Sends a segment with its data, which are taken away; it may be lost.
        virtual void send(Segment& segment, Message& data) = 0;

        /// What is sent next was sent before.
        virtual void sent_again() {}

        /// It was sent before so often that its way may be a wrong one (R1).
        virtual void in_vain() {}

    protected:
        ~Output() = default;
    };

    static constexpr u64 never_us = ~u64(0);
    static constexpr u64 time_wait_us = 60'000'000; // twice the life of a segment

    Connection(BufferPool& pool, Settings const& settings);

    /// Begins to connect, with its first sequence number.
    void open(u32 first_sequence, u64 now_us, Output& output);

    /// Answers a SYN.
    void accept(Segment const& syn, u32 first_sequence, u64 now_us, Output& output);

    /// The same for whoever was answered already, by a segment without options of this number.
    void accept_answered(Segment const& syn, u32 first_sequence, u64 now_us);

    /// A segment has come, with right checksum and ports.
    void arrived(Segment const& segment, Message& data, u64 now_us, Output& output);

    /// Queues data to be sent: `FULL` if there is no room for all of them now, `CLOSED` if no more
    /// can be sent.
    Result<void, NetworkError> send(Message& data, u64 now_us, Output& output);

    /// The same of data that are urgent, with all that precedes them.
    Result<void, NetworkError> send_urgent(Message& data, u64 now_us, Output& output);

    /// Whether less than a segment is sent while something is on its way.
    void send_at_once(bool does, u64 now_us, Output& output);

    /// A silent partner is asked whether it lives after this; 0: never.
    void keep_alive(u64 keep_us, u64 now_us);

    /// Moves at most `bytes` bytes that have come to `data`, which is empty.
    void receive(u32 bytes, Message& data, u64 now_us, Output& output);

    /// Sends no more: the last that was queued ends the stream.
    void close(u64 now_us, Output& output);

    /// The same, and nobody will receive either; the partner has a minute for its own end.
    void abandon(u64 now_us, Output& output);

    /// Ends at once, and says so.
    void abort(Output& output);

    /// The time has come to send something again, to acknowledge, or to give up.
    void expired(u64 now_us, Output& output);

    /// A network on the way carries no more than this in a segment; what was lost is sent again.
    void limit_mss(u32 mss, u64 now_us, Output& output);

    /// Nobody listens at the partner's port, as somebody says: that is heard while connecting only.
    void refused();

    u64 due_us() const { return min(min(retransmit_us_, acknowledge_us_), wait_us_); }
    State state() const { return state_; }
    bool is_connected() const { return state_ >= State::established && state_ != State::time_wait; }
    bool can_send() const { return state_ == State::established || state_ == State::close_wait; }
    u32 room() const { return settings_.send_bytes - min(queued_.size(), settings_.send_bytes); }
    u32 available() const { return received_.size(); }
    u32 look(Span<u8> bytes) const { return received_.copy_to(0, bytes); }
    u32 mss() const { return mss_; } // of what is sent, without options

    /// How many bytes complete the last segment of what was not sent.
    u32 segment_room() const { return mss_ - (data_begin_ + queued_.size() - next_) % mss_; }
    bool has_ended() const { return has_fin_; } // the partner sends no more

    /// How many of the bytes that are taken next are urgent.
    u32 urgent() const { return urgent_until_ ? urgent_left() : 0; }
    u32 retransmissions() const { return retransmissions_; }

    /// Whether a number is of something that was sent and not acknowledged.
    bool is_in_flight(u32 sequence) const;

    /// Why the connection ended, if it did not end well.
    Maybe<NetworkError> failure() const { return failure_; }

private:
    // connection.cpp: the life of a connection
    void begin(State state, u32 first_sequence, u64 now_us, Output& output);
    void agree(Segment const& syn);
    void end(Maybe<NetworkError> why = {});
    void stop_timers();

    // connection_input.cpp: what has come
    void arrived_at_syn_sent(Segment const& segment, u64 now_us, Output& output);
    bool is_acceptable(Segment const& segment) const;
    bool is_old(Segment const& segment) const;
    bool is_let_through(Segment const& segment, u64 now_us, Output& output);
    void hear_timestamp(Segment const& segment);
    bool is_sent_again(Segment const& segment) const;
    bool may_acknowledge(u32 number) const;
    void reset_by(Segment const& segment, u64 now_us, Output& output);
    bool acknowledged(Segment const& segment, u64 now_us, Output& output);
    bool hear_selected(Segment const& segment);
    void repeated(Segment const& segment, bool has_news, u64 now_us, Output& output);
    void progressed(Segment const& segment, u64 now_us, Output& output);
    void measure(Segment const& segment, u64 now_us);
    void update_window(Segment const& segment);
    void fin_was_acknowledged(u64 now_us);
    bool can_receive() const;
    void hear_urgent(Segment const& segment);
    u32 urgent_left() const;
    u32 taken_sequence() const;
    void take(Segment const& segment, Message& data, u64 now_us, Output& output);
    bool take_in_order(Message& data);
    void take_fin(u64 now_us);

    // connection_output.cpp: what is sent
    void send_what_can_be(u64 now_us, Output& output);
    u32 sendable(u32 offset) const;
    bool send_data(u32 offset, u32 bytes, u64 now_us, Output& output);
    void send_again(u32 sequence, u32 bytes_max, u64 now_us, Output& output);
    void send_first_again(u64 now_us, Output& output);
    bool send_next_hole(u64 now_us, Output& output);
    void send_syn(u64 now_us, Output& output);
    void acknowledge(u64 now_us, Output& output);
    void acknowledge_soon(u64 now_us, Output& output);
    void challenge(u64 now_us, Output& output);
    void refuse(Segment const& segment, Output& output);
    void put(Segment& segment, Message& data, u64 now_us, Output& output);
    void count_retransmission(Output& output);
    void start_retransmission(u64 now_us);
    void use_window_soon(u64 now_us);
    void retransmit(u64 now_us, Output& output);
    void offer();
    void ask_partner(u64 now_us, Output& output);
    bool may_ask_partner() const;
    void mark_urgent(Segment& segment) const;
    u32 in_flight() const { return sent_max_ - first_unacknowledged_; }
    u32 fin_sequence() const { return data_begin_ + queued_.size(); }
    bool is_fin_sent() const { return is_closing_ && is_after(sent_max_, fin_sequence()); }
    bool is_synchronised() const { return state_ >= State::established; }

    BufferPool& pool_;
    Settings settings_;
    State state_ = State::closed;
    Maybe<NetworkError> failure_;

    // Sending.
    Message queued_;               // what is not acknowledged, sent or not
    u32 data_begin_ = 0;           // its sequence number
    u32 first_unacknowledged_ = 0; // the same, or one less for SYN, or past FIN
    u32 next_ = 0;                 // to be sent; goes back when the time has passed
    u32 sent_max_ = 0;             // what was sent ends here
    u32 mss_ = 536;                // of what we send, options left out
    u32 window_ = 0;               // of the partner
    u32 window_max_ = 0;
    u32 window_sequence_ = 0;        // of the segment that told it
    u32 window_acknowledgement_ = 0; // and what that acknowledged
    u8 window_shift_ = 0;
    bool is_closing_ = false;   // nothing more will be queued
    bool is_abandoned_ = false; // nobody is here to receive
    bool sends_at_once_ = false;
    Maybe<u32> urgent_end_; // of what is queued
    Congestion congestion_;
    u32 repeats_ = 0;   // of the last acknowledgement
    u32 recovered_ = 0; // the end of what was on its way when something was lost
    u32 resent_ = 0;    // while that is being sent again: what was ends here
    SelectedRanges selected_;
    bool has_selection_ = false; // both understand ranges
    u32 retransmissions_ = 0;

    // Receiving.
    ReceiveQueue early_;
    u32 latest_early_ = 0;
    Message received_;
    u32 expected_ = 0; // the next sequence number of the partner
    u32 offered_ = 0;  // the end of what it may send
    u8 own_shift_ = 0;
    u32 unanswered_ = 0;    // segments with data that were not acknowledged
    u64 challenged_us_ = 0; // when a second of challenges began
    u32 challenges_ = 0;    // since then
    bool has_fin_ = false;
    Maybe<u32> fin_at_;       // where the partner's stream ends, once that is known
    Maybe<u32> urgent_until_; // in the partner's stream

    // Time.
    RoundTripTime round_trip_;
    u64 retransmit_us_ = never_us;
    u64 acknowledge_us_ = never_us;
    u64 wait_us_ = never_us; // for a partner that is silent, or for the last of its segments
    u32 tries_ = 0;          // in vain
    u32 measured_ = 0;       // the end of a segment whose acknowledgement is waited for
    u64 measured_us_ = 0;    // since when; 0: none is
    bool has_timestamps_ = false;
    u32 recent_timestamp_ = 0; // of the partner
};

} // namespace flat::net::tcp
