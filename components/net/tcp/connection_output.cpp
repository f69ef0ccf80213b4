// SPDX-License-Identifier: BSD-2-Clause
// One end of a connection of TCP: what is sent, and sent again.
#include <net/tcp/connection.hpp>

namespace flat::net::tcp {

namespace {

constexpr u32 probes_max = 10;
constexpr u32 doubted_tries = 3;       // R1 of RFC 9293, section 3.8.3
constexpr u64 delayed_us = 40'000;     // RFC 9293, section 3.8.6.3, allows 500 ms
constexpr u64 override_us = 1'000'000; // RFC 9293, section 3.8.6.2.1
constexpr u64 probing_us = 10'000'000;
constexpr u32 challenges_max = 10; // in a second
constexpr u64 second_us = 1'000'000;

} // namespace

/// Sends as much as both windows allow, the end of the stream included.
void Connection::send_what_can_be(u64 now_us, Output& output) {
    if (!is_synchronised() || state_ == State::time_wait) return;
    for (;;) {
        if (is_before(next_, sent_max_)) next_ = selected_.skip(next_);
        u32 const offset = next_ - data_begin_;
        if (offset > queued_.size()) return; // the end has been sent
        u32 const bytes = sendable(offset);
        bool const is_end = is_closing_ && offset + bytes == queued_.size();
        if ((bytes == 0 && !is_end) || !send_data(offset, bytes, now_us, output)) break;
    }
    bool const must_probe = in_flight() == 0 && !queued_.is_empty();
    if (must_probe && retransmit_us_ == never_us) start_retransmission(now_us);
    if (must_probe && window_ > 0) use_window_soon(now_us);
}

/// How many of the queued bytes from `offset` on can be sent in a segment now: a full one, or the
/// last as long as nothing is on its way (Nagle), or so much that it is worth while (RFC 9293,
/// section 3.8.6.2.1). A smaller part of a window waits for the retransmission time.
u32 Connection::sendable(u32 offset) const {
    u32 const on_its_way = next_ - first_unacknowledged_;
    u32 const limit = min(window_, congestion_.window());
    if (on_its_way >= limit) return 0;
    u32 const left = queued_.size() - offset;
    u32 const bytes = min(min(left, mss_), limit - on_its_way);
    bool const may_be_short = on_its_way == 0 || is_closing_ || sends_at_once_;
    bool const is_worth_while =
        bytes == mss_ || bytes >= window_max_ / 2 || (bytes == left && may_be_short);
    return is_worth_while ? bytes : 0;
}

/// Sends some of the queued bytes; with the last of them goes the end. FALSE without memory.
bool Connection::send_data(u32 offset, u32 bytes, u64 now_us, Output& output) {
    Message data(pool_);
    if (queued_.share_part(offset, bytes, data).is_error()) {
        if (retransmit_us_ == never_us) start_retransmission(now_us);
        return false;
    }
    bool const is_last = offset + bytes == queued_.size();
    Segment segment;
    segment.sequence = data_begin_ + offset;
    segment.data_bytes = bytes;
    segment.flags = Segment::ack;
    if (is_last && bytes > 0) segment.flags |= Segment::psh;
    if (is_last && is_closing_) segment.flags |= Segment::fin;
    next_ = segment.sequence + segment.length();
    bool const is_new = is_after(next_, sent_max_);
    if (is_new && measured_us_ == 0) {
        measured_ = next_;
        measured_us_ = now_us;
    }
    if (!is_new) count_retransmission(output);
    sent_max_ = later(sent_max_, next_);
    if (retransmit_us_ == never_us) start_retransmission(now_us);
    put(segment, data, now_us, output);
    return true;
}

void Connection::count_retransmission(Output& output) {
    ++retransmissions_;
    output.sent_again();
}

/// Sends a segment again that begins here, within the partner's window.
void Connection::send_again(u32 sequence, u32 bytes_max, u64 now_us, Output& output) {
    u32 const next = next_;
    u32 const offset = sequence - data_begin_;
    measured_us_ = 0; // whichever it is that will be acknowledged (Karn)
    u32 const bytes = min(min(queued_.size() - offset, mss_), max(window_, 1));
    send_data(offset, min(bytes, bytes_max), now_us, output);
    resent_ = later(resent_, next_);
    next_ = later(next, next_);
}

void Connection::send_first_again(u64 now_us, Output& output) {
    u32 const first = first_unacknowledged_;
    Range const hole = selected_.hole_from(first);
    resent_ = first;
    send_again(first, hole.is_empty() ? ~u32(0) : hole.end - first, now_us, output);
}

/// Sends again what is missing next before something that has arrived; FALSE if nothing is.
bool Connection::send_next_hole(u64 now_us, Output& output) {
    Range const hole = selected_.hole_from(later(resent_, first_unacknowledged_));
    if (hole.is_empty()) return false;
    send_again(hole.begin, hole.end - hole.begin, now_us, output);
    return true;
}

void Connection::send_syn(u64 now_us, Output& output) {
    bool const is_answer = state_ == State::syn_received;
    Segment segment;
    segment.sequence = first_unacknowledged_;
    segment.flags = Segment::syn;
    if (is_answer) segment.flags |= Segment::ack;
    segment.mss = static_cast<u16>(settings_.mss);
    segment.has_window_shift = !is_answer || window_shift_ != 0 || own_shift_ != 0;
    segment.window_shift = own_shift_;
    segment.may_select = has_selection_;
    next_ = segment.sequence + 1;
    if (sent_max_ != next_) measured_us_ = now_us;
    measured_ = next_;
    sent_max_ = next_;
    start_retransmission(now_us);
    Message no_data(pool_);
    put(segment, no_data, now_us, output);
}

void Connection::acknowledge(u64 now_us, Output& output) {
    Segment segment;
    segment.sequence = sent_max_;
    segment.flags = Segment::ack;
    Message no_data(pool_);
    put(segment, no_data, now_us, output);
}

/// Acknowledges every second segment at once, a single one with the next that is sent, or soon.
void Connection::acknowledge_soon(u64 now_us, Output& output) {
    if (++unanswered_ >= 2) return acknowledge(now_us, output);
    acknowledge_us_ = now_us + delayed_us;
}

/// Answers what may be forged with what is true, but not every time, so that a flood brings forth
/// no other one (RFC 5961, section 7).
void Connection::challenge(u64 now_us, Output& output) {
    if (challenges_ == 0 || now_us - challenged_us_ >= second_us) {
        challenged_us_ = now_us;
        challenges_ = 0;
    }
    if (challenges_ == challenges_max) return;
    ++challenges_;
    acknowledge(now_us, output);
}

/// Answers a segment that belongs to no connection of ours (RFC 9293, section 3.10.7.3).
void Connection::refuse(Segment const& segment, Output& output) {
    Segment answer;
    answer.sequence = segment.acknowledgement;
    answer.flags = Segment::rst;
    Message no_data(pool_);
    output.send(answer, no_data);
}

/// Sends a segment with what all have: acknowledgement, window, time.
void Connection::put(Segment& segment, Message& data, u64 now_us, Output& output) {
    offer();
    u32 const window = offered_ - expected_;
    u8 const shift = segment.has(Segment::syn) ? u8{0} : own_shift_;
    segment.window = static_cast<u16>(min(window >> shift, 0xffff));
    if (segment.has(Segment::ack)) {
        segment.acknowledgement = expected_;
        acknowledge_us_ = never_us;
        unanswered_ = 0;
    }
    if (urgent_end_) [[unlikely]]
        mark_urgent(segment);
    segment.has_timestamps = has_timestamps_;
    segment.timestamp = static_cast<u32>(now_us / 1000);
    segment.echoed_timestamp = recent_timestamp_;
    // With data there might be no room for more options, and what comes early is acknowledged
    // without.
    if (has_selection_ && segment.data_bytes == 0 && segment.has(Segment::ack))
        segment.selected_count =
            early_.name_ranges(latest_early_, segment.selected, Segment::selected_max);
    output.send(segment, data);
}

/// The pointer names what follows the urgent data, or the farthest place that it can.
void Connection::mark_urgent(Segment& segment) const {
    if (segment.has(Segment::syn) || !is_after(*urgent_end_, segment.sequence)) return;
    segment.flags |= Segment::urg;
    segment.urgent = static_cast<u16>(min(*urgent_end_ - segment.sequence, 0xffff));
}

/// Moves the end of what the partner may send on, if that is worth while (RFC 9293, section
/// 3.8.6.2.2), and never back.
void Connection::offer() {
    u32 const taken = min(received_.size(), settings_.receive_bytes);
    u32 const end = expected_ + settings_.receive_bytes - taken;
    i32 const least = static_cast<i32>(min(settings_.mss, settings_.receive_bytes / 2));
    if (distance(end, offered_) >= least) offered_ = end;
}

void Connection::start_retransmission(u64 now_us) {
    retransmit_us_ = now_us + round_trip_.timeout_us();
}

/// Within a second, however long a closed window was probed, and the time backed off.
void Connection::use_window_soon(u64 now_us) {
    if (retransmit_us_ != never_us) retransmit_us_ = min(retransmit_us_, now_us + override_us);
}

/// No acknowledgement has come in time: of data, of SYN or FIN, or of nothing: then the window has
/// been too small for long, and a part of it is used, or a byte asks whether it is still closed.
void Connection::retransmit(u64 now_us, Output& output) {
    bool const is_connecting = !is_synchronised();
    if (++tries_ > (is_connecting ? settings_.connecting_tries : settings_.tries))
        return end(NetworkError{NetworkError::timed_out});
    if (tries_ == doubted_tries) output.in_vain();
    round_trip_.back_off();
    start_retransmission(now_us);
    if (is_connecting) {
        measured_us_ = 0;
        count_retransmission(output);
        return send_syn(now_us, output);
    }
    bool const is_probe = window_ == 0 || in_flight() == 0;
    if (!is_probe) {
        selected_.clear(); // receivers may have changed their minds (RFC 2018, section 8)
        congestion_.timed_out(in_flight());
        recovered_ = sent_max_;
        repeats_ = 0;
        next_ = first_unacknowledged_;
    }
    send_first_again(now_us, output);
}

/// Whether the connection is one in which `wait_us_` is not the time of its end.
bool Connection::may_ask_partner() const {
    return state_ == State::established || state_ == State::fin_wait_1 ||
           state_ == State::close_wait || (state_ == State::fin_wait_2 && !is_abandoned_);
}

/// Asks a partner that has been silent for long whether it lives (RFC 9293, section 3.8.4).
void Connection::ask_partner(u64 now_us, Output& output) {
    if (settings_.keep_us == 0 || !may_ask_partner()) return;
    if (in_flight() > 0) { // what is sent again asks as well
        wait_us_ = now_us + settings_.keep_us;
        return;
    }
    if (++tries_ > probes_max) return end(NetworkError{NetworkError::timed_out});
    wait_us_ = now_us + probing_us;
    Segment segment;
    segment.sequence = first_unacknowledged_ - 1; // which it has: it must answer
    segment.flags = Segment::ack;
    Message no_data(pool_);
    put(segment, no_data, now_us, output);
}

} // namespace flat::net::tcp
