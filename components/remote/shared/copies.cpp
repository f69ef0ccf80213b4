// SPDX-License-Identifier: BSD-2-Clause
// Memory whose home is another kernel: pages come from there, and leave when others need them.
#include <remote/shared/copies.hpp>

#include <core/panic.hpp>
#include <core/text.hpp>
#include <flat/hal/mmu.hpp>
#include <remote/client_number.hpp>

namespace flat::remote::shared {

using remote::DatagramHeader;

Copies::Copies(Ports const& ports, Attributes const& attributes)
    : CopiesComponent(ports, attributes), local_(*this, *resident, *threads),
      client_(remote::number_of_a_client(this)) {
    auto const found = datagrams->address(Text(home).bytes());
    if (found.is_error()) panic("remote.shared.Copies: `{}` is no address of a home", Text(home));
    home_ = found.value();
    pages_ = make_pages<Page>(*allocator, count);
}

Copies::~Copies() {
    allocator->free(address_of(pages_));
}

void Copies::fill(u64 first_page, Span<u8 const> frames, u32 rights, Transfer& transfer) {
    local_.ask(pages_[first_page], frames, rights, transfer);
}

void Copies::upgrade(u64 first_page, Span<u8 const> frames, u32 rights, Transfer& transfer) {
    local_.ask(pages_[first_page], frames, rights, transfer);
}

/// There is nobody to hand contents to who could not recall them.
void Copies::clean(u64 first_page, Span<u8 const> frames, Transfer& transfer) {
    transfer.ended(first_page, frames.size() / sizeof(paddr), hal::Mmu::read);
}

u64 Copies::work(u64 now_ns) {
    while (LocalPage* const asked = local_.take())
        begin(static_cast<Page&>(*asked), now_ns);
    u64 next_ns = static_cast<u64>(never);
    if (is_greeting_ && greeting_.is_due(now_ns)) {
        if (greeting_.again(patience(), now_ns))
            greet();
        else
            give_up_greeting();
    }
    if (is_greeting_) return greeting_.due_ns();
    for (Page* page = wanted_.first(); page;) {
        Page* const next = wanted_.after(*page);
        if (page->repeated.is_due(now_ns)) {
            if (page->repeated.again(patience(), now_ns))
                send_want(*page);
            else
                finish(*page, none);
        }
        page = next;
    }
    for (Page const& each : wanted_)
        next_ns = min(next_ns, each.repeated.due_ns());
    return next_ns;
}

/// An access waits for a page. A frame that is another one than before is without contents.
void Copies::begin(Page& page, u64 now_ns) {
    page.frame = page.asked_frame;
    if ((page.asked & ~page.rights) == 0) {
        local_.end(page, page.rights);
        return;
    }
    page.wanted = page.asked;
    ++page.request;
    page.contents.begin(LocalPages::contents(page));
    page.repeated.begin(patience(), now_ns);
    wanted_.push_back(page);
    if (session_ != 0) {
        send_want(page);
    } else if (!is_greeting_) {
        is_greeting_ = true;
        ++greetings_;
        greeting_.begin(patience(), now_ns);
        greet();
    }
}

void Copies::greet() {
    DatagramHeader header;
    header.session = client_;
    header.sequence = greetings_;
    header.object = count;
    send(*datagrams, home_, MessageKind::hello, header);
}

/// All wait for the home that does not answer.
void Copies::give_up_greeting() {
    is_greeting_ = false;
    while (Page* const page = wanted_.first())
        finish(*page, none);
}

void Copies::send_want(Page const& page) {
    DatagramHeader header;
    header.sequence = page.request;
    header.object = page.number;
    header.level = page.wanted;
    answer(MessageKind::want, header);
}

void Copies::answer(MessageKind kind, DatagramHeader header, Span<u8 const> contents) {
    header.session = session_;
    send(*datagrams, home_, kind, header, contents);
}

void Copies::arrived(Span<u8 const> datagram, u64 sender, u64 now_ns) {
    auto const header = remote::opened(datagram);
    if (!header || sender != home_ || header->kind != remote::DatagramKind::memory) return;
    if (kind_of(*header) == MessageKind::welcome) {
        welcomed(*header, now_ns);
        return;
    }
    if (session_ == 0 || header->session != session_) return;
    if (kind_of(*header) == MessageKind::refusal) {
        end_session();
        return;
    }
    if (header->object >= count) return;
    Page& page = pages_[header->object];
    bool const is_answer = page.wanted != none && header->sequence == page.request;
    switch (kind_of(*header)) {
    case MessageKind::grant:
        take_grant(page, *header, remote::payload_of(datagram));
        return;
    case MessageKind::recall:
        take_recall(page, *header);
        return;
    case MessageKind::working:
        if (is_answer) page.repeated.begin(patience(), now_ns);
        return;
    case MessageKind::failure:
        if (is_answer) finish(page, none);
        return;
    default:
        return;
    }
}

void Copies::welcomed(DatagramHeader const& header, u64 now_ns) {
    if (!is_greeting_ || header.object != client_ || header.sequence != greetings_) return;
    is_greeting_ = false;
    session_ = header.session;
    for (Page& each : wanted_) {
        each.repeated.begin(patience(), now_ns);
        send_want(each);
    }
}

/// A grant that comes again is acknowledged again; what nobody waits for any more is declined.
void Copies::take_grant(Page& page, DatagramHeader const& header, Span<u8 const> part) {
    if (header.sequence < page.granted || header.sequence > page.request) return;
    bool const is_waited_for = page.wanted != none && header.sequence == page.request;
    if (header.sequence != page.granted && !is_waited_for) {
        static_cast<void>(local_.withdraw(page, none));
        answer(MessageKind::decline, header);
        return;
    }
    if (is_waited_for) {
        bool const has_contents = header.total != 0;
        if (has_contents && header.total != LocalPages::contents(page).size()) return;
        if (has_contents && !page.contents.add(header, part)) return;
        if (has_contents && !page.contents.is_whole()) return;
        page.granted = page.request;
        finish(page, page.wanted);
    }
    answer(MessageKind::have, header);
}

/// The contents stay where they are until the home has them, for it grants nothing before. While
/// the page is held here, the home learns that it has to ask again.
void Copies::take_recall(Page& page, DatagramHeader const& header) {
    if (header.sequence < page.recalled) return;
    auto const left = static_cast<Rights>(header.level & reading);
    if (header.sequence > page.recalling) {
        page.is_given = page.rights == writing;
        page.recalling = header.sequence;
    }
    if (header.sequence > page.recalled && !local_.withdraw(page, left)) {
        answer(MessageKind::working, header);
        return;
    }
    page.recalled = header.sequence;
    answer(MessageKind::gave, header,
           page.is_given ? Span<u8 const>(LocalPages::contents(page)) : Span<u8 const>());
}

/// Ends a request. What had nothing and gets nothing loses its frame, and what lay there.
void Copies::finish(Page& page, Rights rights) {
    wanted_.remove(page);
    page.wanted = none;
    if (rights != none || page.rights == none) page.is_given = false;
    local_.end(page, rights);
}

/// Nothing that came in it is worth anything.
void Copies::end_session() {
    session_ = 0;
    for (Page& each : Span<Page>(pages_, count)) {
        static_cast<void>(local_.withdraw(each, none));
        if (each.wanted != none) finish(each, none);
        each.recalled = each.recalling = 0;
        each.granted = each.request;
    }
}

} // namespace flat::remote::shared
