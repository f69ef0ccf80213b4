// SPDX-License-Identifier: BSD-2-Clause
// Datagrams that are put together again from fragments.
#include <net/ip/reassembly.hpp>

#include <core/panic.hpp>

#include <new>

namespace flat::net::ip {

namespace {

constexpr u64 watching_ns = 1'000'000'000;
constexpr u32 data_bytes_max = 65535 - PacketHeader::bytes_min;

} // namespace

Reassembly::Reassembly(thread::Alarms& alarms, memory::Allocator& allocator, BufferPool& pool,
                       Listener& listener, u32 datagrams, u32 fragments)
    : alarms_(alarms), allocator_(allocator), listener_(listener), datagrams_max_(datagrams),
      fragments_max_(fragments) {
    auto const records = allocator.allocate(datagrams * sizeof(Datagram), alignof(Datagram));
    auto const pieces = allocator.allocate(fragments * sizeof(Fragment), alignof(Fragment));
    if (records.is_error() || pieces.is_error())
        panic("there is no memory to reassemble {} datagrams", datagrams);
    datagrams_ = pointer_to<Datagram>(records.value());
    fragments_ = pointer_to<Fragment>(pieces.value());
    for (u32 i = 0; i < datagrams; ++i)
        new (datagrams_ + i) Datagram;
    auto const state = state_.lock();
    for (u32 i = 0; i < fragments; ++i) {
        auto* const fragment = new (fragments_ + i) Fragment(pool);
        fragment->next = flat::exchange(state->free, fragment);
    }
}

Reassembly::~Reassembly() {
    alarms_.cancel(*this);
    for (u32 i = 0; i < fragments_max_; ++i)
        fragments_[i].~Fragment();
    allocator_.free(address_of(fragments_));
    allocator_.free(address_of(datagrams_));
}

Reassembly::Outcome Reassembly::add(PacketHeader const& header, Beginning& beginning,
                                    Message& data) {
    u32 const offset = header.offset_bytes();
    u32 const size = data.size();
    bool const is_possible =
        size > 0 && offset + size <= data_bytes_max && (header.is_last() || size % 8 == 0);
    if (!is_possible) return Outcome::dropped;

    auto const state = state_.lock();
    Datagram& datagram = find(*state, header);
    Fragment** const place = place_for(datagram, offset);
    Fragment* const next = *place;
    if (next && next->offset == offset && next->data.size() == size) return Outcome::dropped;
    if (!state->free || contradicts(datagram, header)) {
        drop(*state, datagram);
        return Outcome::dropped;
    }
    Fragment& fragment = *state->free;
    state->free = fragment.next;
    fragment.offset = offset;
    fragment.data = flat::move(data);
    fragment.next = next;
    *place = &fragment;
    datagram.bytes += size;
    if (header.is_last()) datagram.total = offset + size;
    if (offset == 0) datagram.beginning = beginning;
    if (datagram.bytes != datagram.total) return Outcome::kept;
    beginning = datagram.beginning;
    return take_all(*state, datagram, data) ? Outcome::complete : Outcome::dropped;
}

/// The datagram that a fragment belongs to, which may begin with it.
Reassembly::Datagram& Reassembly::find(State& state, PacketHeader const& header) {
    Datagram* oldest = datagrams_;
    for (u32 i = 0; i < datagrams_max_; ++i) {
        Datagram& each = datagrams_[i];
        if (each.due_ns != 0 && each.from == header.from && each.to == header.to &&
            each.id == header.id && each.user == header.user)
            return each;
        if (each.due_ns < oldest->due_ns) oldest = &each;
    }
    drop(state, *oldest);
    oldest->due_ns = alarms_.now_ns() + lifetime_ns;
    oldest->from = header.from;
    oldest->to = header.to;
    oldest->id = header.id;
    oldest->user = header.user;
    if (!flat::exchange(state.is_watching, true)) alarms_.set(*this, watching_ns);
    return *oldest;
}

/// Whether a fragment overlaps others, or lies after the end, or is another end.
bool Reassembly::contradicts(Datagram const& datagram, PacketHeader const& header) const {
    u32 const begin = header.offset_bytes();
    u32 const end = begin + header.payload_bytes();
    if (datagram.total != 0 && (header.is_last() || end > datagram.total)) return true;
    for (Fragment const* each = datagram.first; each; each = each->next) {
        u32 const each_end = each->offset + each->data.size();
        if (each->offset < end && begin < each_end) return true;
        if (header.is_last() && each_end > end) return true;
    }
    return false;
}

/// Where in its list a fragment comes: before the first that does not begin earlier.
Reassembly::Fragment** Reassembly::place_for(Datagram& datagram, u32 offset) const {
    Fragment** place = &datagram.first;
    while (*place && (*place)->offset < offset)
        place = &(*place)->next;
    return place;
}

void Reassembly::drop(State& state, Datagram& datagram) {
    while (Fragment* const fragment = datagram.first) {
        datagram.first = fragment->next;
        fragment->data.clear();
        fragment->next = flat::exchange(state.free, fragment);
    }
    datagram.due_ns = 0;
    datagram.bytes = 0;
    datagram.total = 0;
    datagram.beginning.size = 0;
}

/// Joins the fragments, which follow each other without a gap: none overlap, and they are as long
/// as the whole.
bool Reassembly::take_all(State& state, Datagram& datagram, Message& data) {
    bool is_complete = true;
    for (Fragment* each = datagram.first; each; each = each->next)
        is_complete = is_complete && data.join(each->data).is_ok();
    drop(state, datagram);
    if (!is_complete) data.clear();
    return is_complete;
}

void Reassembly::expired() {
    Beginning beginning;
    while (give_up_one(beginning))
        listener_.given_up(beginning);
    auto const state = state_.lock();
    state->is_watching = false;
    for (u32 i = 0; i < datagrams_max_; ++i)
        state->is_watching = state->is_watching || datagrams_[i].due_ns != 0;
    if (state->is_watching) alarms_.set(*this, watching_ns);
}

bool Reassembly::give_up_one(Beginning& beginning) {
    auto const state = state_.lock();
    for (u32 i = 0; i < datagrams_max_; ++i) {
        Datagram& each = datagrams_[i];
        if (each.due_ns == 0 || each.due_ns > alarms_.now_ns()) continue;
        beginning = each.beginning;
        drop(*state, each);
        return true;
    }
    return false;
}

} // namespace flat::net::ip
