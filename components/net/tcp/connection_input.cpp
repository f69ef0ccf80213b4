// SPDX-License-Identifier: BSD-2-Clause
// One end of a connection of TCP: what has come (RFC 9293, section 3.10.7).
#include <net/tcp/connection.hpp>

namespace flat::net::tcp {

namespace {

constexpr u32 repeats_of_loss = 3;

} // namespace

void Connection::arrived(Segment const& segment, Message& data, u64 now_us, Output& output) {
    if (state_ == State::closed) return;
    if (state_ == State::syn_sent) return arrived_at_syn_sent(segment, now_us, output);
    if (!is_let_through(segment, now_us, output)) return;
    if (!acknowledged(segment, now_us, output)) return;
    if (settings_.keep_us != 0 && may_ask_partner()) wait_us_ = now_us + settings_.keep_us;
    if (segment.has(Segment::urg)) [[unlikely]]
        hear_urgent(segment);
    if (segment.data_bytes > 0 || segment.has(Segment::fin)) take(segment, data, now_us, output);
    send_what_can_be(now_us, output);
}

/// Section 3.10.7.3.
void Connection::arrived_at_syn_sent(Segment const& segment, u64 now_us, Output& output) {
    bool const has_ack = segment.has(Segment::ack);
    bool const is_ours = has_ack && segment.acknowledgement == sent_max_;
    if (has_ack && !is_ours) {
        if (!segment.has(Segment::rst)) refuse(segment, output);
        return;
    }
    if (segment.has(Segment::rst)) {
        if (is_ours) end(NetworkError{NetworkError::refused});
        return;
    }
    if (!segment.has(Segment::syn)) return;
    expected_ = segment.sequence + 1;
    offered_ = expected_;
    agree(segment);
    if (!is_ours) { // both have begun at the same time
        state_ = State::syn_received;
        return send_syn(now_us, output);
    }
    state_ = State::established;
    if (settings_.keep_us != 0) wait_us_ = now_us + settings_.keep_us;
    progressed(segment, now_us, output);
    acknowledge(now_us, output);
    send_what_can_be(now_us, output);
}

/// Whether a segment is one of this connection's, beyond doubt; what may be forged or repeated is
/// answered with what is true (RFC 5961).
bool Connection::is_let_through(Segment const& segment, u64 now_us, Output& output) {
    bool const is_reset = segment.has(Segment::rst);
    hear_timestamp(segment);
    if (!is_acceptable(segment) || (is_old(segment) && !is_reset)) {
        if (!is_reset) acknowledge(now_us, output);
        return false;
    }
    if (is_reset) {
        reset_by(segment, now_us, output);
        return false;
    }
    if (segment.has(Segment::syn)) {
        challenge(now_us, output);
        return false;
    }
    return segment.has(Segment::ack);
}

/// What is echoed (RFC 7323, section 4.3 and appendix D): also the time of data that have come
/// before and are sent again, for their acknowledgement was lost, and an echo of the first time
/// would make the partner believe that the way there and back takes as long as both. Whoever only
/// guesses numbers is not heard, for all that the partner sends would be older than a forged time.
void Connection::hear_timestamp(Segment const& segment) {
    if (!has_timestamps_ || !segment.has_timestamps || is_old(segment)) return;
    if (segment.has(Segment::rst) || segment.has(Segment::syn)) return;
    if (!segment.has(Segment::ack) || !may_acknowledge(segment.acknowledgement)) return;
    if (is_after(segment.sequence, expected_)) return;
    if (is_acceptable(segment) || is_sent_again(segment)) recent_timestamp_ = segment.timestamp;
}

/// Whether all of a segment has come before, and not long ago.
bool Connection::is_sent_again(Segment const& segment) const {
    u32 const end = segment.sequence + segment.length();
    bool const is_near = expected_ - segment.sequence <= settings_.receive_bytes;
    return segment.length() != 0 && is_near && !is_after(end, expected_);
}

/// Whether a number lies where those of the partner's acknowledgements do (RFC 5961, section 5).
bool Connection::may_acknowledge(u32 number) const {
    return !is_before(number, first_unacknowledged_ - window_max_) && !is_after(number, sent_max_);
}

/// Section 3.4, table 5. In a closed window what comes at its place may still acknowledge.
bool Connection::is_acceptable(Segment const& segment) const {
    u32 const window = offered_ - expected_;
    u32 const begin = segment.sequence;
    if (begin == expected_) return true;
    if (window == 0) return false;
    if (segment.length() == 0) return !is_before(begin, expected_) && is_before(begin, offered_);
    return is_before(begin, offered_) && is_after(begin + segment.length(), expected_);
}

/// Whether a segment is older than another one that has come (RFC 7323, section 5).
bool Connection::is_old(Segment const& segment) const {
    return has_timestamps_ && segment.has_timestamps &&
           is_before(segment.timestamp, recent_timestamp_);
}

void Connection::reset_by(Segment const& segment, u64 now_us, Output& output) {
    if (segment.sequence != expected_) return challenge(now_us, output);
    bool const was_connecting = state_ == State::syn_received;
    bool const was_done = state_ == State::time_wait || state_ == State::last_ack;
    if (was_done) return end();
    end(NetworkError{was_connecting ? NetworkError::refused : NetworkError::closed});
}

/// Looks at what is acknowledged; FALSE if the segment is to be dropped.
bool Connection::acknowledged(Segment const& segment, u64 now_us, Output& output) {
    u32 const number = segment.acknowledgement;
    if (state_ == State::syn_received) {
        if (number != sent_max_) {
            refuse(segment, output);
            return false;
        }
        state_ = is_closing_ ? State::fin_wait_1 : State::established;
    }
    if (!may_acknowledge(number)) {
        challenge(now_us, output);
        return false;
    }
    bool const has_news = hear_selected(segment);
    if (number == first_unacknowledged_)
        repeated(segment, has_news, now_us, output);
    else if (is_after(number, first_unacknowledged_))
        progressed(segment, now_us, output);
    bool const was_closed = window_ == 0;
    update_window(segment);
    // What was sent into the closed window, a probe at least, may have been dropped.
    if (was_closed && window_ > 0) use_window_soon(now_us);
    return state_ != State::closed;
}

/// Remembers what has come early, as far as it was sent; FALSE if nothing of it is news.
bool Connection::hear_selected(Segment const& segment) {
    if (!has_selection_) return false;
    u32 const first = later(segment.acknowledgement, first_unacknowledged_);
    bool has_news = false;
    for (u32 i = 0; i < segment.selected_count; ++i) {
        Range const& each = segment.selected[i];
        bool const is_possible = is_after(each.begin, first) && is_after(each.end, each.begin) &&
                                 !is_after(each.end, sent_max_);
        if (is_possible && selected_.add(each)) has_news = true;
    }
    return has_news;
}

/// The same was acknowledged before: something has come there, but not what is next (RFC 5681,
/// section 3.2). A window that is closed is no loss, and a partner that says so is alive.
void Connection::repeated(Segment const& segment, bool has_news, u64 now_us, Output& output) {
    if (window_ == 0 || in_flight() == 0) tries_ = 0;
    bool const is_as_before = u32(segment.window) << window_shift_ == window_;
    bool const is_repeat = segment.length() == 0 && in_flight() > 0 && (is_as_before || has_news);
    if (!is_repeat) return;
    ++repeats_;
    if (congestion_.is_recovering()) {
        if (!send_next_hole(now_us, output)) congestion_.repeated();
        return;
    }
    if (repeats_ != repeats_of_loss || is_before(first_unacknowledged_, recovered_)) return;
    congestion_.lost(in_flight());
    recovered_ = sent_max_;
    send_first_again(now_us, output);
}

void Connection::progressed(Segment const& segment, u64 now_us, Output& output) {
    u32 const number = segment.acknowledgement;
    u32 const bytes = number - first_unacknowledged_;
    measure(segment, now_us);
    bool const has_end = is_fin_sent() && number == fin_sequence() + 1;
    u32 const data = static_cast<u32>(max(distance(number, data_begin_), 0)) - has_end;
    queued_.pop(data);
    data_begin_ += data;
    if (urgent_end_ && !is_before(data_begin_, *urgent_end_)) urgent_end_ = nothing;
    first_unacknowledged_ = number;
    selected_.remove_before(number);
    next_ = later(next_, number);
    tries_ = 0;
    repeats_ = 0;
    retransmit_us_ = never_us;
    if (in_flight() > 0) start_retransmission(now_us);
    if (!congestion_.is_recovering())
        congestion_.acknowledged(bytes);
    else if (!is_before(number, recovered_))
        congestion_.recovered(in_flight());
    else {
        congestion_.partly_recovered(bytes);
        bool const is_on_its_way = !selected_.is_empty() && is_before(number, resent_);
        if (is_on_its_way)
            send_next_hole(now_us, output);
        else
            send_first_again(now_us, output);
    }
    if (has_end) fin_was_acknowledged(now_us);
}

/// By timestamps also of what was sent twice; else not (RFC 6298, section 3).
void Connection::measure(Segment const& segment, u64 now_us) {
    if (has_timestamps_ && segment.has_timestamps && segment.echoed_timestamp != 0) {
        u32 const passed_ms = static_cast<u32>(now_us / 1000) - segment.echoed_timestamp;
        if (passed_ms < RoundTripTime::most_us / 1000) round_trip_.measured(u64{passed_ms} * 1000);
    } else if (measured_us_ != 0 && !is_before(segment.acknowledgement, measured_)) {
        round_trip_.measured(now_us - measured_us_);
    }
    if (!is_before(segment.acknowledgement, measured_)) measured_us_ = 0;
}

/// The latest segment says how much the partner can take.
void Connection::update_window(Segment const& segment) {
    bool const is_latest = is_before(window_sequence_, segment.sequence) ||
                           (window_sequence_ == segment.sequence &&
                            !is_after(window_acknowledgement_, segment.acknowledgement));
    if (!is_latest) return;
    window_ = u32(segment.window) << window_shift_;
    window_max_ = max(window_max_, window_);
    window_sequence_ = segment.sequence;
    window_acknowledgement_ = segment.acknowledgement;
}

void Connection::fin_was_acknowledged(u64 now_us) {
    switch (state_) {
    case State::fin_wait_1:
        state_ = State::fin_wait_2;
        if (is_abandoned_) wait_us_ = now_us + time_wait_us;
        break;
    case State::closing:
        state_ = State::time_wait;
        stop_timers();
        wait_us_ = now_us + time_wait_us;
        break;
    case State::last_ack:
        end();
        break;
    default:
        break;
    }
}

bool Connection::can_receive() const {
    return state_ == State::established || state_ == State::fin_wait_1 ||
           state_ == State::fin_wait_2;
}

/// The pointer names what follows the urgent data, and only goes on (RFC 9293, section 3.10.7.4,
/// sixth).
void Connection::hear_urgent(Segment const& segment) {
    if (!can_receive()) return;
    u32 const end = segment.sequence + segment.urgent;
    if (is_after(end, urgent_until_ ? *urgent_until_ : taken_sequence())) urgent_until_ = end;
}

/// Takes what is new of a segment's data, and its end; what comes early is kept.
void Connection::take(Segment const& segment, Message& data, u64 now_us, Output& output) {
    if (!can_receive()) return acknowledge(now_us, output);
    u32 const end = segment.sequence + segment.data_bytes;
    if (segment.has(Segment::fin) && !is_after(end, offered_)) fin_at_ = end;
    u32 const known = static_cast<u32>(max(distance(expected_, segment.sequence), 0));
    data.pop(known);
    u32 const begin = segment.sequence + known;
    data.trim(static_cast<u32>(max(distance(offered_, begin), 0)));

    bool const is_early = begin != expected_;
    bool const had_gap = !early_.is_empty();
    bool is_news = false;
    if (!data.is_empty()) {
        if (is_early) {
            latest_early_ = begin;
            early_.add(begin, data);
        } else
            is_news = take_in_order(data);
    }
    bool const is_end = fin_at_ && *fin_at_ == expected_;
    if (is_end) take_fin(now_us);
    if (is_end || is_early || had_gap || !is_news) return acknowledge(now_us, output);
    acknowledge_soon(now_us, output);
}

/// Takes data that continue the stream, and early ones that now do; FALSE if there is no memory.
bool Connection::take_in_order(Message& data) {
    u32 const bytes = data.size();
    if (received_.join(data).is_error()) return false;
    expected_ = early_.take(received_, expected_ + bytes);
    return true;
}

void Connection::take_fin(u64 now_us) {
    ++expected_;
    offered_ = later(offered_, expected_);
    has_fin_ = true;
    switch (state_) {
    case State::established:
        state_ = State::close_wait;
        break;
    case State::fin_wait_1:
        state_ = State::closing;
        break;
    case State::fin_wait_2:
        state_ = State::time_wait;
        stop_timers();
        wait_us_ = now_us + time_wait_us;
        break;
    default:
        break;
    }
}

} // namespace flat::net::tcp
