// SPDX-License-Identifier: BSD-2-Clause
// Two network cards at the ends of one cable: frames both ways, filters, statistics.
#include <demo/frames/cable_check.hpp>

#include <core/panic.hpp>
#include <core/say.hpp>
#include <machine/interrupts.hpp>

namespace flat::demo::frames {

namespace {

/// How many frames may be on their way.
constexpr u32 window = 32;

/// One in so many frames is sent again to the poller.
constexpr u32 polled_share = 5;

/// By the clock, how long a frame may take, and how often is looked for one.
constexpr u64 patience_ns = 3'000'000'000;
constexpr u64 look_ns = 100'000;

/// Groups that nobody else has (locally administered).
constexpr u64 group = 0x0300'5e00'0001;

} // namespace

void CableCheck::run() {
    Side const near{*this->near, near_end_, "near"};
    Side const far{*this->far, far_end_, "far"};
    show(near);
    show(far);
    timer->start(look_ns, *this);
    machine::enable_interrupts();
    exchange(near, far, frames, Mode::by_interrupts);
    exchange(far, near, frames, Mode::by_interrupts);
    exchange(near, far, frames / polled_share, Mode::polled);
    exchange(far, near, frames / polled_share, Mode::polled);
    check_filters(near, far);
    check_filters(far, near);
    check_statistics(near, far);
    check_statistics(far, near);
    timer->stop();
    measure(near, far, 0);
    measure(near, far, CableEnd::frame_bytes_max - CableEnd::frame_bytes_min);
    say(*log, "the cable check has passed");
}

void CableCheck::expect(bool holds, Text statement) {
    if (!holds) panic("FAILED: {}", statement);
    say(*log, "ok: {}", statement);
}

void CableCheck::show(Side const& side) {
    u64 const address = side.link.address();
    net::Link::State const state = side.link.state();
    say(*log, "{}: {x}, {} bytes, {}", side.name, address, side.link.mtu(),
        state.is_up ? "up" : "down");
    if (!state.is_up) panic("FAILED: the link is up");
}

template<class Condition>
bool CableCheck::wait_until(Condition const& condition) {
    u64 const end_ns = timer->now_ns() + patience_ns;
    for (;; pause()) {
        if (condition()) return true;
        if (timer->now_ns() > end_ns) return false;
    }
}

/// Lets the processor rest until the next interrupt, the timer's at the latest.
void CableCheck::pause() {
    machine::disable_interrupts();
    machine::wait_for_interrupt();
    machine::enable_interrupts();
}

/// Sends `count` frames of all sizes, never more at a time than the cards have room for.
void CableCheck::exchange(Side const& from, Side const& to, u32 count, Mode mode) {
    to.link.set_interrupts(mode == Mode::by_interrupts);
    u32 const first = number_;
    u32 const right_before = to.end.right();
    to.end.expect(first);
    auto const arrived = [&] {
        if (mode == Mode::polled) to.link.poll(window);
        return to.end.right() - right_before;
    };
    for (; number_ < first + count; ++number_) {
        if (!wait_until([&] { return number_ - first < arrived() + window; })) break;
        from.end.send(from.link, buffers->pool(), to.link.address(), number_);
    }
    bool const is_complete = wait_until([&] { return arrived() == count; });
    if (!is_complete) say(*log, "{} right, {} wrong", arrived(), to.end.wrong());
    say(*log, "{} frames from {} to {}, {}", count, from.name, to.name,
        mode == Mode::polled ? "polled" : "by interrupts");
    expect(is_complete && to.end.wrong() == 0, "all have come, right and in order");
    to.link.set_interrupts(true);
}

/// Whether a frame to an address arrives, as it should or should not; a card that has just been
/// told what to receive may take a second for it.
bool CableCheck::arrives(Side const& from, Side const& to, u64 destination) {
    u32 const before = to.end.right();
    to.end.expect(number_);
    from.end.send(from.link, buffers->pool(), destination, number_++);
    return wait_until([&] { return to.end.right() != before; });
}

/// Whether a frame to an address does not arrive although one to all, sent after it, does.
bool CableCheck::is_left_out(Side const& from, Side const& to, u64 destination) {
    to.end.expect(number_ + 1);
    from.end.send(from.link, buffers->pool(), destination, number_++);
    return arrives(from, to, CableEnd::broadcast) && to.end.wrong() == 0;
}

void CableCheck::check_filters(Side const& from, Side const& to) {
    u64 const stranger = to.link.address() ^ 0xff00;
    say(*log, "what {} receives", to.name);
    expect(arrives(from, to, CableEnd::broadcast), "a frame to all arrives");
    expect(is_left_out(from, to, stranger), "a frame to another card does not");
    expect(is_left_out(from, to, group), "nor one to a group");
    expect(to.link.join(group).is_ok() && to.link.join(group).is_ok(), "the group is joined twice");
    expect(arrives(from, to, group), "its frames arrive");
    to.link.leave(group);
    expect(arrives(from, to, group), "and after one leaving");
    to.link.leave(group);
    expect(is_left_out(from, to, group), "but not after the second");
    expect(to.link.set_promiscuous(true).is_ok(), "the card is made promiscuous");
    expect(arrives(from, to, stranger), "a frame to another card arrives");
    expect(to.link.set_promiscuous(false).is_ok(), "and is not any more");
    expect(is_left_out(from, to, stranger), "a frame to another card does not arrive");
    expect(arrives(from, to, to.link.address()), "but its own does");
}

/// What one card has sent the other one has received, but for four frames that were filtered out:
/// to a stranger twice, and to a group.
void CableCheck::check_statistics(Side const& from, Side const& to) {
    constexpr u32 filtered = 4;
    net::Link::Statistics const sent = from.link.statistics();
    net::Link::Statistics const received = to.link.statistics();
    say(*log, "{} has sent {} frames, {} has received {}", from.name, sent.sent_frames, to.name,
        received.received_frames);
    expect(sent.sent_frames == received.received_frames + filtered, "both have counted the same");
    expect(to.end.right() == received.received_frames, "and that is what was delivered");
    expect(sent.send_errors + received.receive_errors + received.missed_frames +
                   sent.misbehaviours + received.misbehaviours ==
               0,
           "nothing went wrong");
}

} // namespace flat::demo::frames
