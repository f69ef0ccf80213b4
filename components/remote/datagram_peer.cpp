// SPDX-License-Identifier: BSD-2-Clause
// Calls the objects of one other kernel, at most once each, and is called back meanwhile.
#include <remote/datagram_peer.hpp>

#include <core/memory.hpp>
#include <core/panic.hpp>
#include <core/text.hpp>
#include <remote/client_number.hpp>

namespace flat::remote {

/// The right to call, which one thread has; it has it again where it is called back.
class DatagramPeer::Turn : NonCopyable {
public:
    explicit Turn(DatagramPeer& peer) : peer_(peer), is_mine_(peer.enter()) {}
    ~Turn() {
        if (!is_mine_ || --peer_.depth_ != 0) return;
        *peer_.is_busy_.lock() = false;
        if (peer_.threads) peer_.threads->notify_all(address_of(&peer_));
    }

    bool is_mine() const { return is_mine_; }

private:
    DatagramPeer& peer_;
    bool const is_mine_;
};

DatagramPeer::DatagramPeer(Ports const& ports, Attributes const& attributes)
    : DatagramPeerComponent(ports, attributes), client_(number_of_a_client(this)) {
    auto const found = datagrams->address(Text(server).bytes());
    if (found.is_error())
        panic("remote.DatagramPeer: `{}` is no address of a server", Text(server));
    server_ = found.value();
}

DatagramPeer::~DatagramPeer() {
    passed_.abandon();
    for (Level const& each : levels_)
        if (each.rooms) allocator->free(each.rooms);
}

Result<usize, RemoteError> DatagramPeer::call(u64 identity, u32 method, Span<u8 const> request,
                                              Span<u8> answer) {
    if (method > 0xffff || !can_send(*datagrams, request.size())) return malformed;
    Turn const turn(*this);
    if (!turn.is_mine() || !has_session()) return unreachable;
    ++calls_;
    Level& level = innermost();
    DatagramHeader header;
    header.kind = DatagramKind::request;
    header.level = static_cast<u8>(depth_ - 1);
    header.method = static_cast<u16>(method);
    header.session = session_;
    header.sequence = ++level.sequence;
    header.object = identity;
    if (exchange(header, request, answer)) return level.answer.bytes().size();
    ++failures_;
    // A desk that does not answer is gone, and so is one that does not know the session.
    if (header.session == session_ && !level.is_refused) end_session();
    return unreachable;
}

/// Without threads, what calls meanwhile is called by this call.
bool DatagramPeer::enter() {
    for (;;) {
        u64 const ticket = threads ? threads->ticket() : 0;
        if (!flat::exchange(*is_busy_.lock(), true)) break;
        if (is_nested()) {
            if (depth_ == levels_max) return false;
            ++depth_;
            return true;
        }
        if (!threads || !threads->wait(address_of(this), ticket)) return false;
    }
    thread_ = threads ? threads->running() : 0;
    depth_ = 1;
    return true;
}

/// Whether the caller is in a call back.
bool DatagramPeer::is_nested() const {
    bool const is_mine = !threads || threads->running() == thread_;
    return is_mine && depth_ != 0 && levels_[depth_ - 1].is_serving;
}

bool DatagramPeer::has_session() {
    if (session_ != 0) return true;
    if (depth_ > 1) return false; // it ended while others wait in it
    DatagramHeader hello;
    hello.session = client_;
    hello.sequence = ++greetings_;
    u8 none[1];
    return exchange(hello, {}, none);
}

/// Releases what the other kernel holds; what is lent to it ends with its calls.
void DatagramPeer::end_session() {
    session_ = 0;
    passed_.abandon();
}

/// Sends a message until it is answered, refused, or has been sent often enough since the last call
/// back.
bool DatagramPeer::exchange(DatagramHeader const& header, Span<u8 const> request, Span<u8> answer) {
    Level& level = innermost();
    level.answer.begin(answer);
    level.is_refused = false;
    u64 patience_ms = first_ms;
    for (u32 i = 0; i < tries; ++i) {
        u64 const served = served_;
        // Once the other kernel answers, it has the call; the first part asks for the rest.
        send_message(*datagrams, server_, header, request, level.answer.has_begun());
        if (wait_for(header, patience_ms * ns_per_ms)) break;
        ++repeats_;
        patience_ms = min<u64>(2 * patience_ms, most_ms);
        if (served == served_) continue;
        i = 0;
        patience_ms = first_ms;
    }
    if (header.kind == DatagramKind::hello) return session_ != 0;
    return header.session == session_ && !level.is_refused && level.answer.is_whole();
}

/// Whether there is nothing more to wait for before so many nanoseconds have passed.
bool DatagramPeer::wait_for(DatagramHeader const& header, u64 patience_ns) {
    return receive_until(
        *datagrams, patience_ns, [&] { return is_over(header); },
        [&](Span<u8 const> datagram, u64 sender) { arrived(datagram, sender); });
}

bool DatagramPeer::is_over(DatagramHeader const& header) {
    if (header.kind == DatagramKind::hello) return session_ != 0;
    Level const& level = innermost();
    return session_ != header.session || level.is_refused || level.answer.is_whole();
}

void DatagramPeer::arrived(Span<u8 const> datagram, u64 sender) {
    auto const header = opened(datagram);
    if (!header || sender != server_ || depth_ == 0) return;
    Level& level = innermost();
    if (header->kind == DatagramKind::welcome) {
        bool const is_mine = header->object == client_ && header->sequence == greetings_;
        if (session_ == 0 && depth_ == 1 && is_mine) session_ = header->session;
        return;
    }
    if (session_ == 0 || header->session != session_ || header->level != depth_ - 1) return;
    if (header->kind == DatagramKind::call_back)
        take_call_back(level, *header, payload_of(datagram));
    else
        take_answer(level, *header, payload_of(datagram));
}

void DatagramPeer::take_answer(Level& level, DatagramHeader const& header, Span<u8 const> part) {
    if (header.sequence != level.sequence || level.is_serving) return;
    if (header.kind == DatagramKind::answer) static_cast<void>(level.answer.add(header, part));
    if (header.kind != DatagramKind::refusal) return;
    level.is_refused = true;
    if (header.object == 0) end_session();
}

/// A call back that comes again is replied to again, and not carried out.
void DatagramPeer::take_call_back(Level& level, DatagramHeader const& header, Span<u8 const> part) {
    if (level.is_serving || header.sequence < level.called_back) return;
    if (header.sequence > level.called_back && !begin(level, header)) return;
    if (level.has_replied) {
        if (header.fragment == 0) reply(level, header);
        return;
    }
    if (level.request.add(header, part) && level.request.is_whole()) serve(level, header);
}

bool DatagramPeer::begin(Level& level, DatagramHeader const& header) {
    if (!level.rooms) {
        auto const found = allocator->allocate(u64{2} * message_bytes, sizeof(u64));
        if (found.is_error()) return false;
        level.rooms = found.value();
    }
    level.called_back = header.sequence;
    level.has_replied = false;
    level.request.begin(request_room(level));
    return true;
}

void DatagramPeer::serve(Level& level, DatagramHeader const& header) {
    level.is_serving = true;
    auto const outcome =
        answer_of_passed(passed_, *this, header, level.request.bytes(), reply_room(level));
    level.is_serving = false;
    level.has_replied = true;
    level.has_rejected = outcome.is_error();
    level.reply_bytes = outcome.is_error() ? 0 : outcome.value();
    ++served_;
    reply(level, header);
}

void DatagramPeer::reply(Level const& level, DatagramHeader header) {
    header.kind = level.has_rejected ? DatagramKind::rejection : DatagramKind::reply;
    send_message(*datagrams, server_, header, reply_room(level).first(level.reply_bytes));
}

} // namespace flat::remote
