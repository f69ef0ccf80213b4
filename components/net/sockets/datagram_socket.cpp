// SPDX-License-Identifier: BSD-2-Clause
// A socket for datagrams.
#include <net/sockets/datagram_socket.hpp>

#include <core/bytes/big_endian.hpp>
#include <core/memory.hpp>
#include <net/socket_error_of.hpp>

namespace flat::net::sockets {

DatagramSocket::DatagramSocket(thread::ThreadManager& threads, BufferPool& pool, Datagram* queue,
                               u32 waiting, SharedCounter& dropped)
    : threads_(threads), pool_(pool), queue_(queue), waiting_(waiting), dropped_(dropped) {}

DatagramSocket::~DatagramSocket() {
    close();
}

bool DatagramSocket::open(Protocol& protocol, bool binds_again) {
    auto const state = state_.lock();
    if (state->protocol) return false;
    state->protocol = &protocol;
    state->binds_again = binds_again;
    return true;
}

void DatagramSocket::close() {
    Session* session = nullptr;
    Participants local{};
    Protocol* bound_to = nullptr;
    {
        auto const state = state_.lock();
        session = state->way.session;
        local = state->local;
        if (state->is_bound) bound_to = state->protocol;
    }
    if (bound_to) bound_to->open_disable(local);
    if (session) session->release();
    auto const state = state_.lock();
    for (u32 i = 0; i < waiting_; ++i)
        queue_[i].data.clear();
    *state = {};
}

bool DatagramSocket::is_open() {
    return state_.lock()->protocol;
}

bool DatagramSocket::has_datagram() {
    return state_.lock()->count > 0;
}

void DatagramSocket::watch(u64 condition) {
    state_.lock()->listeners.watching = condition;
}

bool DatagramSocket::is_watched() {
    return state_.lock()->listeners.watching != 0;
}

void DatagramSocket::attend(u64 condition) {
    state_.lock()->listeners.attending = condition;
}

Endpoint DatagramSocket::local() {
    auto const state = state_.lock();
    return {static_cast<u32>(state->local.local), state->local.local_port};
}

/// Another end takes the place of the one before, if that may be, once it is enabled: for a moment
/// the socket has both. What is sent from now on comes from there, and needs another session.
Result<Endpoint, SocketError> DatagramSocket::bind(Endpoint const& local) {
    Protocol* protocol = nullptr;
    bool binds_again = false;
    {
        auto const state = state_.lock();
        binds_again = state->binds_again;
        if (state->protocol && (!state->is_bound || binds_again)) protocol = state->protocol;
    }
    if (!protocol) return SocketError{SocketError::invalid};
    return enable(*protocol, local, binds_again);
}

/// Others may bind the socket at the same time, or close it: the end that it does not keep is
/// disabled.
Result<Endpoint, SocketError> DatagramSocket::enable(Protocol& protocol, Endpoint const& local,
                                                     bool replaces) {
    auto const enabled = protocol.open_enable(*this, {local.address, 0, local.port, 0});
    if (enabled.is_error()) return socket_error_of(enabled.error());
    Participants unneeded = enabled.value();
    Way last;
    bool is_taken = false, was_bound = false;
    {
        auto const state = state_.lock();
        was_bound = state->is_bound;
        is_taken = state->protocol == &protocol && (!was_bound || replaces);
        if (is_taken) {
            unneeded = flat::exchange(state->local, enabled.value());
            state->is_bound = true;
            last = state->drop_way();
        }
    }
    if (!is_taken || was_bound) protocol.open_disable(unneeded);
    if (last.session) last.session->release();
    if (!is_taken) return SocketError{SocketError::invalid};
    return Endpoint{local.address, enabled.value().local_port};
}

/// Gives a socket that has no end of its own one, with a port that is chosen; `closed` if it is
/// not open.
Result<void, SocketError> DatagramSocket::be_bound() {
    Protocol* protocol = nullptr;
    {
        auto const state = state_.lock();
        if (state->is_bound) return {};
        protocol = state->protocol;
    }
    if (!protocol) return SocketError{SocketError::closed};
    auto const bound = enable(*protocol, {}, false);
    if (bound.is_ok() || state_.lock()->is_bound) return {}; // by another one, if not by this
    return bound.error();
}

Result<void, SocketError> DatagramSocket::send_to(Span<u8 const> datagram,
                                                  Endpoint const& destination) {
    Way way = take_way(destination);
    if (!way.session) way = TRY(open_way(destination));
    Message message(pool_);
    if (message.append(datagram).is_error()) {
        give_back(way);
        return SocketError{SocketError::exhausted};
    }
    auto const pushed = way.session->push(message);
    give_back(way);
    if (pushed.is_error()) return socket_error_of(pushed.error());
    return {};
}

/// The way that was last used, for the caller alone until it gives it back, if it leads there.
DatagramSocket::Way DatagramSocket::take_way(Endpoint const& destination) {
    auto const state = state_.lock();
    Way& last = state->way;
    bool const leads_there = last.session && last.remote.address == destination.address &&
                             last.remote.port == destination.port &&
                             last.local_port == state->local.local_port;
    return leads_there ? flat::exchange(last, Way{}) : Way{};
}

/// A new one.
Result<DatagramSocket::Way, SocketError> DatagramSocket::open_way(Endpoint const& destination) {
    TRY(be_bound());
    Protocol* protocol = nullptr;
    Participants own{};
    PacketForm form;
    u32 number = 0;
    {
        auto const state = state_.lock();
        protocol = state->protocol;
        own = state->local;
        form = state->form;
        number = state->form_number;
    }
    if (!protocol) return SocketError{SocketError::closed};
    auto const opened =
        protocol->open(nullptr, {own.local, destination.address, own.local_port, destination.port});
    if (opened.is_error()) return socket_error_of(opened.error());
    auto const given = give_form(*opened.value(), form);
    if (given.is_error()) {
        opened.value()->release();
        return given.error();
    }
    return Way{opened.value(), destination, own.local_port, number};
}

Result<void, SocketError> DatagramSocket::give_form(Session& session, PacketForm const& form) {
    if (form.service.is_chosen())
        session.set_service(form.service.type_of_service, form.service.lifetime);
    if (form.options.is_empty()) return {};
    auto const set = session.set_options(form.options.bytes());
    if (set.is_error()) return socket_error_of(set.error());
    return {};
}

/// What is sent from now on has another form, and needs another session.
template<class Change>
void DatagramSocket::change_form(Change change) {
    Way last;
    {
        auto const state = state_.lock();
        change(state->form);
        last = state->drop_way();
    }
    if (last.session) last.session->release();
}

void DatagramSocket::give_back(Way const& way) {
    Session* unneeded = way.session;
    {
        auto const state = state_.lock();
        bool const is_valid = state->protocol && way.form == state->form_number;
        if (is_valid) unneeded = flat::exchange(state->way, way).session;
    }
    if (unneeded) unneeded->release();
}

Result<Sockets::Received, SocketError> DatagramSocket::receive_from(Span<u8> datagram) {
    Datagram taken{Message(pool_), {}};
    TRY(await(taken, {}, false));
    return Sockets::Received{taken.copy_to(datagram), taken.sender};
}

Result<SocketStates::Datagram, SocketError>
DatagramSocket::take(Span<u8> bytes, Endpoint const& sender, bool only_looks) {
    Datagram taken{Message(pool_), {}};
    TRY(await(taken, sender, only_looks));
    return SocketStates::Datagram{taken.copy_to(bytes), taken.data_bytes(), taken.sender,
                                  taken.local, taken.data.lifetime()};
}

/// Blocks until there is a datagram, unless somebody attends this.
Result<void, SocketError> DatagramSocket::await(Datagram& datagram, Endpoint const& sender,
                                                bool only_looks) {
    for (;;) {
        u64 const ticket = threads_.ticket();
        Taken const outcome = take_first(datagram, sender, only_looks);
        if (outcome == Taken::datagram) return {};
        if (outcome == Taken::closed) return SocketError{SocketError::closed};
        if (outcome == Taken::would_block) return SocketError{SocketError::would_block};
        if (outcome == Taken::exhausted) return SocketError{SocketError::exhausted};
        if (!threads_.wait(condition(), ticket)) return SocketError{SocketError::failed};
    }
}

/// Takes the first, or a message of the same bytes, or says why there is none.
DatagramSocket::Taken DatagramSocket::take_first(Datagram& datagram, Endpoint const& sender,
                                                 bool only_looks) {
    auto const state = state_.lock();
    if (sender.address != 0 || sender.port != 0) drop_others(*state, sender);
    if (state->count == 0) {
        if (!state->protocol) return Taken::closed;
        return state->listeners.attending != 0 ? Taken::would_block : Taken::nothing;
    }
    Datagram& first = queue_[state->first];
    datagram.sender = first.sender;
    datagram.local = first.local;
    datagram.options_bytes = first.options_bytes;
    if (only_looks)
        return first.data.share_with(datagram.data).is_ok() ? Taken::datagram : Taken::exhausted;
    datagram.data = flat::move(first.data);
    drop_first(*state);
    return Taken::datagram;
}

/// Drops what has come before the first datagram of a sender.
void DatagramSocket::drop_others(State& state, Endpoint const& sender) {
    while (state.count != 0) {
        Datagram& first = queue_[state.first];
        bool const is_its =
            first.sender.address == sender.address && first.sender.port == sender.port;
        if (is_its) return;
        first.data.clear();
        drop_first(state);
    }
}

void DatagramSocket::drop_first(State& state) {
    state.first = state.first + 1 == waiting_ ? 0 : state.first + 1;
    --state.count;
}

usize DatagramSocket::first_bytes() {
    auto const state = state_.lock();
    return state->count != 0 ? queue_[state->first].data_bytes() : 0;
}

Result<void, SocketError> DatagramSocket::set_options(Span<u8 const> bytes) {
    auto const options = PacketOptions::wanted(bytes);
    if (options.is_error()) return socket_error_of(options.error());
    change_form([&](PacketForm& form) { form.options = options.value(); });
    return {};
}

void DatagramSocket::set_service(Service service) {
    change_form([&](PacketForm& form) { form.service = service; });
}

void DatagramSocket::keep_options() {
    state_.lock()->keeps_options = true;
}

usize DatagramSocket::options(Span<u8> options) {
    auto const state = state_.lock();
    if (state->count == 0) return 0;
    Datagram const& first = queue_[state->first];
    return first.data.copy_to(0, options.first(min<usize>(options.size(), first.options_bytes)));
}

[[gnu::always_inline]] inline void DatagramSocket::notify(Listeners const& listeners) {
    threads_.notify(condition());
    if (listeners.watching != 0) threads_.notify(listeners.watching);
    if (listeners.attending != 0) threads_.notify_all(listeners.attending);
}

/// On the way of each datagram, and so without calls of its own.
[[gnu::always_inline]] inline bool DatagramSocket::queue(Participants const& participants,
                                                         Message& message, u32 options_bytes) {
    Listeners listeners;
    {
        auto const state = state_.lock();
        if (!state->is_bound) return false;
        if (state->count == waiting_) {
            ++dropped_;
            return true;
        }
        u32 const place = state->first + state->count;
        Datagram& last = queue_[place < waiting_ ? place : place - waiting_];
        last.data = flat::move(message);
        last.sender = {static_cast<u32>(participants.remote), participants.remote_port};
        last.local = static_cast<u32>(participants.local);
        last.options_bytes = options_bytes;
        ++state->count;
        listeners = state->listeners;
    }
    notify(listeners);
    return true;
}

bool DatagramSocket::deliver(Participants const& participants, Message& message) {
    return queue(participants, message, 0);
}

bool DatagramSocket::deliver_with_options(Participants const& participants, Message& message,
                                          Span<u8 const> options) {
    u32 const kept_bytes = state_.lock()->keeps_options ? static_cast<u32>(options.size()) : 0;
    if (kept_bytes != 0) {
        auto const place = message.push(kept_bytes);
        if (place.is_error()) return true; // it may be lost, like any
        memcpy(place.value(), options.data(), kept_bytes);
    }
    return queue(participants, message, kept_bytes);
}

void DatagramSocket::failed(Participants const& participants, Report const& report,
                            Span<u8 const> beginning) {
    u64 const first = u64{load_big_endian(beginning.data())} << 32 |
                      load_big_endian(beginning.data() + sizeof(u32));
    Listeners listeners;
    {
        auto const state = state_.lock();
        if (!state->is_bound || state->failure_count == failures_max) return;
        state->failures[state->failure_count++] = {
            {static_cast<u32>(participants.remote), participants.remote_port}, report, first};
        listeners = state->listeners;
    }
    notify(listeners);
}

SocketStates::Failure DatagramSocket::take_failure() {
    auto const state = state_.lock();
    if (state->failure_count == 0) return {};
    SocketStates::Failure const oldest = state->failures[0];
    --state->failure_count;
    for (u32 i = 0; i < state->failure_count; ++i)
        state->failures[i] = state->failures[i + 1];
    return oldest;
}

bool DatagramSocket::has_failed() {
    return state_.lock()->failure_count != 0;
}

} // namespace flat::net::sockets
