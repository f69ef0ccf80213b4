// SPDX-License-Identifier: BSD-2-Clause
// One end of a connection of TCP: its life, as its user and the clock see it.
#include <net/tcp/connection.hpp>

namespace flat::net::tcp {

namespace {

constexpr u32 timestamps_bytes = 12;
constexpr u32 mss_default = 536; // RFC 9293, section 3.7.1
constexpr u32 mss_least = 64;

/// How far windows of so many bytes must be shifted to fit their field.
u8 shift_of(u32 bytes) {
    u8 shift = 0;
    while (bytes >> shift > 0xffff)
        ++shift;
    return shift;
}

} // namespace

Connection::Connection(BufferPool& pool, Settings const& settings)
    : pool_(pool), settings_(settings), queued_(pool), early_(pool), received_(pool),
      own_shift_(shift_of(settings.receive_bytes)) {}

void Connection::open(u32 first_sequence, u64 now_us, Output& output) {
    has_timestamps_ = has_selection_ = true; // until the partner says that it has none
    begin(State::syn_sent, first_sequence, now_us, output);
}

void Connection::accept(Segment const& syn, u32 first_sequence, u64 now_us, Output& output) {
    expected_ = syn.sequence + 1;
    offered_ = expected_;
    agree(syn);
    begin(State::syn_received, first_sequence, now_us, output);
}

void Connection::accept_answered(Segment const& syn, u32 first_sequence, u64 now_us) {
    class Nowhere : public Output {
    public:
        void send(Segment&, Message& data) override { data.clear(); }
    };
    Nowhere nowhere;
    accept(syn, first_sequence, now_us, nowhere);
}

void Connection::begin(State state, u32 first_sequence, u64 now_us, Output& output) {
    state_ = state;
    first_unacknowledged_ = first_sequence;
    data_begin_ = first_sequence + 1;
    recovered_ = first_sequence;
    sent_max_ = first_sequence;
    send_syn(now_us, output);
}

/// Takes over what the partner's first segment says.
void Connection::agree(Segment const& syn) {
    has_timestamps_ = syn.has_timestamps;
    has_selection_ = syn.may_select;
    recent_timestamp_ = syn.timestamp;
    if (!syn.has_window_shift) own_shift_ = 0;
    window_shift_ = syn.has_window_shift ? syn.window_shift : u8{0};
    mss_ = max(min(syn.mss != 0 ? u32(syn.mss) : mss_default, settings_.mss), mss_least);
    if (has_timestamps_) mss_ -= timestamps_bytes;
    congestion_.start(mss_);
    window_ = syn.window;
    window_max_ = window_;
    window_sequence_ = syn.sequence;
    window_acknowledgement_ = syn.acknowledgement;
}

Result<void, NetworkError> Connection::send(Message& data, u64 now_us, Output& output) {
    bool const may_send =
        !is_closing_ && (can_send() || state_ == State::syn_sent || state_ == State::syn_received);
    if (!may_send) return NetworkError{NetworkError::closed};
    if (data.size() > room() || queued_.join(data).is_error())
        return NetworkError{NetworkError::full};
    send_what_can_be(now_us, output);
    return {};
}

/// A partner that takes no data is told at once, too (RFC 9293, section 3.10.2).
Result<void, NetworkError> Connection::send_urgent(Message& data, u64 now_us, Output& output) {
    u32 const end = data_begin_ + queued_.size() + data.size();
    auto const before = flat::exchange(urgent_end_, Maybe<u32>(end));
    u32 const sent = sent_max_;
    auto const outcome = send(data, now_us, output);
    if (outcome.is_error())
        urgent_end_ = before;
    else if (sent_max_ == sent && is_synchronised())
        acknowledge(now_us, output);
    return outcome;
}

void Connection::send_at_once(bool does, u64 now_us, Output& output) {
    sends_at_once_ = does;
    send_what_can_be(now_us, output);
}

void Connection::keep_alive(u64 keep_us, u64 now_us) {
    settings_.keep_us = keep_us;
    if (may_ask_partner()) wait_us_ = keep_us != 0 ? now_us + keep_us : never_us;
}

void Connection::receive(u32 bytes, Message& data, u64 now_us, Output& output) {
    data = flat::move(received_);
    if (data.size() > bytes && data.split(bytes, received_).is_error()) {
        received_ = flat::move(data); // later there may be memory
        return;
    }
    if (urgent() == 0) urgent_until_ = nothing;
    u32 const offered_before = offered_;
    offer();
    u32 const news = offered_ - offered_before;
    bool const is_worth_telling = news >= min(2 * settings_.mss, settings_.receive_bytes / 2);
    if (is_synchronised() && !has_fin_ && is_worth_telling) acknowledge(now_us, output);
}

void Connection::close(u64 now_us, Output& output) {
    if (is_closing_ || state_ == State::closed) return;
    is_closing_ = true;
    switch (state_) {
    case State::syn_sent:
        return end();
    case State::established:
        state_ = State::fin_wait_1;
        break;
    case State::close_wait:
        state_ = State::last_ack;
        break;
    default: // of what was not established yet, when it is
        break;
    }
    send_what_can_be(now_us, output);
}

void Connection::abandon(u64 now_us, Output& output) {
    is_abandoned_ = true;
    if (!received_.is_empty()) return abort(output); // data will be lost (RFC 1122, 4.2.2.13)
    close(now_us, output);
    if (state_ == State::fin_wait_2) wait_us_ = now_us + time_wait_us;
}

void Connection::abort(Output& output) {
    if (state_ >= State::syn_received && state_ != State::time_wait) {
        Segment segment;
        segment.sequence = sent_max_;
        segment.acknowledgement = expected_;
        segment.flags = Segment::rst | Segment::ack;
        Message nothing_to_say(pool_);
        output.send(segment, nothing_to_say);
    }
    end(NetworkError{NetworkError::closed});
}

void Connection::limit_mss(u32 mss, u64 now_us, Output& output) {
    u32 const least = max(mss, mss_least);
    if (least >= mss_) return;
    mss_ = least;
    congestion_.set_mss(mss_);
    if (!is_synchronised() || in_flight() == 0) return;
    next_ = first_unacknowledged_;
    send_what_can_be(now_us, output);
}

void Connection::refused() {
    bool const is_connecting = state_ == State::syn_sent || state_ == State::syn_received;
    if (is_connecting) end(NetworkError{NetworkError::refused});
}

/// Where the next byte is that is taken.
u32 Connection::taken_sequence() const {
    bool const is_past_end = fin_at_ && is_after(expected_, *fin_at_);
    return expected_ - is_past_end - received_.size();
}

u32 Connection::urgent_left() const {
    return static_cast<u32>(max(distance(*urgent_until_, taken_sequence()), 0));
}

bool Connection::is_in_flight(u32 sequence) const {
    return !is_before(sequence, first_unacknowledged_) && is_before(sequence, sent_max_);
}

/// What has come stays until it is taken; nothing is sent any more.
void Connection::end(Maybe<NetworkError> why) {
    state_ = State::closed;
    if (why) failure_ = why;
    queued_.clear();
    early_.clear();
    has_fin_ = true;
    stop_timers();
}

void Connection::stop_timers() {
    retransmit_us_ = never_us;
    acknowledge_us_ = never_us;
    wait_us_ = never_us;
}

void Connection::expired(u64 now_us, Output& output) {
    if (now_us >= acknowledge_us_) acknowledge(now_us, output);
    if (now_us >= retransmit_us_) retransmit(now_us, output);
    if (now_us < wait_us_) return;
    wait_us_ = never_us;
    if (state_ == State::time_wait || (state_ == State::fin_wait_2 && is_abandoned_)) return end();
    ask_partner(now_us, output);
}

} // namespace flat::net::tcp
