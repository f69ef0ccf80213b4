// SPDX-License-Identifier: BSD-2-Clause
// Memory that other kernels share: partners, and what they say.
#include <remote/shared/home.hpp>

#include <flat/hal/mmu.hpp>
#include <remote/client_number.hpp>

namespace flat::remote::shared {

using remote::DatagramHeader;

Home::Home(Ports const& ports, Attributes const& attributes)
    : HomeComponent(ports, attributes), local_(*this, *resident, *threads),
      next_session_(remote::number_of_a_client(this)) {
    pages_ = make_pages<Page>(*allocator, count);
}

Home::~Home() {
    for (Page& each : Span<Page>(pages_, count))
        if (each.has_own_frame) memory->free(each.frame, 0);
    allocator->free(address_of(pages_));
}

void Home::fill(u64 first_page, Span<u8 const> frames, u32 rights, Transfer& transfer) {
    local_.ask(pages_[first_page], frames, rights, transfer);
}

void Home::upgrade(u64 first_page, Span<u8 const> frames, u32 rights, Transfer& transfer) {
    local_.ask(pages_[first_page], frames, rights, transfer);
}

/// The contents are at home.
void Home::clean(u64 first_page, Span<u8 const> frames, Transfer& transfer) {
    transfer.ended(first_page, frames.size() / sizeof(paddr), hal::Mmu::read);
}

u64 Home::work(u64 now_ns) {
    while (LocalPage* const asked = local_.take()) {
        auto& page = static_cast<Page&>(*asked);
        request(0, page, page.requests[0].number + 1, page.asked, now_ns);
    }
    for (Page* page = transactions_.first(); page;) {
        bool const is_due = page->repeated.is_due(now_ns);
        if (is_due) repeat(*page, now_ns); // which can end others
        page = is_due ? transactions_.first() : transactions_.after(*page);
    }
    u64 next_ns = static_cast<u64>(never);
    for (Page const& each : transactions_)
        next_ns = min(next_ns, each.repeated.due_ns());
    return next_ns;
}

void Home::arrived(Span<u8 const> datagram, u64 sender, u64 now_ns) {
    auto const header = remote::opened(datagram);
    if (!header || header->kind != remote::DatagramKind::memory) return;
    if (kind_of(*header) == MessageKind::hello) {
        welcome(*header, sender, now_ns);
        return;
    }
    for (u32 i = 1; i < partners_max; ++i) {
        Session const& each = sessions_[i];
        if (each.number == 0 || each.number != header->session || each.address != sender) continue;
        if (header->object < count)
            take(i, pages_[header->object], *header, remote::payload_of(datagram), now_ns);
        return;
    }
    if (!is_of_partner(kind_of(*header))) return; // such as a refusal: it would come back for ever
    DatagramHeader refusal;
    refusal.session = header->session;
    send(*datagrams, sender, MessageKind::refusal, refusal);
}

/// A partner that greets anew has nothing of what it had.
void Home::welcome(DatagramHeader const& hello, u64 sender, u64 now_ns) {
    if (hello.session == 0 || hello.object != count) return;
    u32 const place = place_for(hello, sender, now_ns);
    if (place == nobody) return;
    DatagramHeader header;
    header.session = sessions_[place].number;
    header.sequence = hello.sequence;
    header.object = hello.session;
    send(*datagrams, sender, MessageKind::welcome, header);
}

/// Nobody if there is no place, or the greeting is an old one.
u32 Home::place_for(DatagramHeader const& hello, u64 sender, u64 now_ns) {
    u32 free = nobody;
    for (u32 i = 1; i < partners_max; ++i) {
        Session const& each = sessions_[i];
        if (each.number == 0) {
            free = min(free, i);
            continue;
        }
        if (each.address != sender) continue;
        bool const is_same = each.client == hello.session;
        if (is_same && hello.sequence == each.greeting) return i;
        if (is_same && hello.sequence < each.greeting) return nobody;
        expel(i, now_ns);
        free = i;
        break;
    }
    if (free == nobody) return nobody;
    ++next_session_;
    sessions_[free] = {next_session_, hello.session, hello.sequence, sender};
    return free;
}

void Home::take(u32 partner, Page& page, DatagramHeader const& header, Span<u8 const> part,
                u64 now_ns) {
    bool const is_granted = page.phase == Page::Phase::granting && page.wanting == partner &&
                            header.sequence == page.request;
    switch (kind_of(header)) {
    case MessageKind::want:
        take_request(partner, page, header, now_ns);
        return;
    case MessageKind::gave:
        take_contents(partner, page, header, part, now_ns);
        return;
    case MessageKind::working: // it is not dead: it holds the page
        if (awaits(partner, page, header)) page.repeated.begin(patience(), now_ns);
        return;
    case MessageKind::have:
        if (!is_granted) return;
        break;
    case MessageKind::decline:
        if (!is_granted) return;
        page.copies &= static_cast<Partners>(~bit_of(partner));
        if (page.writer == partner) page.writer = nobody;
        break;
    default:
        return;
    }
    end_transaction(page);
    go_on(page, now_ns);
}

/// One that comes again is answered with what has become of it. Where it is over, only a failure
/// can have got lost: a partner that has had its grant waits for nothing, and ignores that.
void Home::take_request(u32 partner, Page& page, DatagramHeader const& header, u64 now_ns) {
    Request const& known = page.requests[partner];
    bool const is_writing = (header.level & writing) == writing;
    if (header.sequence > known.number) {
        request(partner, page, header.sequence, is_writing ? writing : reading, now_ns);
        return;
    }
    if (header.sequence != known.number) return;
    bool const is_current = page.phase != Page::Phase::idle && page.wanting == partner &&
                            header.sequence == page.request;
    if (is_current && page.phase == Page::Phase::granting)
        send_grant(page);
    else
        tell(partner,
             is_current || known.rights != none ? MessageKind::working : MessageKind::failure, page,
             header.sequence, 0);
}

/// Whether a recall of this transaction is what the partner answers, for the first time.
bool Home::awaits(u32 partner, Page const& page, DatagramHeader const& header) {
    return page.phase == Page::Phase::recalling && header.sequence == page.transaction &&
           page.recalled & bit_of(partner);
}

void Home::take_contents(u32 partner, Page& page, DatagramHeader const& header, Span<u8 const> part,
                         u64 now_ns) {
    if (!awaits(partner, page, header)) return;
    if (page.writer == partner) {
        bool const is_page = header.total == LocalPages::contents(page).size();
        if (!is_page || !page.contents.add(header, part) || !page.contents.is_whole()) return;
    }
    given(page, partner);
    if (page.recalled == 0) grant(page, now_ns);
    go_on(page, now_ns);
}

/// A dead partner. What only it had is lost.
void Home::expel(u32 partner, u64 now_ns) {
    sessions_[partner] = {};
    for (Page& each : Span<Page>(pages_, count))
        forget(each, partner, now_ns);
}

void Home::tell(u32 partner, MessageKind kind, Page const& page, u64 sequence, u8 level,
                Span<u8 const> contents) {
    DatagramHeader header;
    header.session = sessions_[partner].number;
    header.sequence = sequence;
    header.object = page.number;
    header.level = level;
    send(*datagrams, sessions_[partner].address, kind, header, contents);
}

} // namespace flat::remote::shared
