// SPDX-License-Identifier: BSD-2-Clause
// Memory that other kernels share: the transactions in which a page goes from one to another.
#include <remote/shared/home.hpp>

#include <core/memory.hpp>

namespace flat::remote::shared {

/// Somebody wants a page from now on, whatever it wanted before.
void Home::request(u32 partner, Page& page, u64 number, Rights rights, u64 now_ns) {
    page.requests[partner] = {number, rights};
    go_on(page, now_ns);
}

/// Begins transactions as long as there is none and somebody has a request: the next one after the
/// last.
void Home::go_on(Page& page, u64 now_ns) {
    for (u32 i = 1; i <= partners_max && page.phase == Page::Phase::idle; ++i) {
        u32 const partner = (page.wanting + i) % partners_max;
        if (page.requests[partner].rights == none) continue;
        begin_transaction(page, partner, now_ns);
        i = 0;
    }
}

void Home::begin_transaction(Page& page, u32 partner, u64 now_ns) {
    page.wanting = partner;
    page.wanted = page.requests[partner].rights;
    page.request = page.requests[partner].number;
    page.requests[partner].rights = none;
    if (page.is_lost || !has_frame(page)) {
        refuse(page);
        return;
    }
    Partners const others = static_cast<Partners>(~bit_of(partner));
    Partners const writers = page.writer == nobody ? Partners{0} : bit_of(page.writer);
    page.recalled = (page.wanted == writing ? page.copies : writers) & others;
    page.phase = Page::Phase::recalling;
    ++page.transaction;
    page.contents.begin(LocalPages::contents(page));
    page.repeated.begin(patience(), now_ns);
    transactions_.push_back(page);
    recall(page);
    if (page.recalled == 0) grant(page, now_ns);
}

/// Of all who have not given yet.
void Home::recall(Page& page) {
    for (u32 i = 0; i < partners_max; ++i) {
        if (!(page.recalled & bit_of(i))) continue;
        if (i != 0)
            tell(i, MessageKind::recall, page, page.transaction, left_by(page));
        else if (local_.withdraw(page, left_by(page)))
            given(page, 0);
    }
}

void Home::given(Page& page, u32 partner) {
    page.recalled &= static_cast<Partners>(~bit_of(partner));
    if (left_by(page) == none) page.copies &= static_cast<Partners>(~bit_of(partner));
    if (page.writer == partner) page.writer = nobody;
}

/// All have given. Who has gone meanwhile gets nothing.
void Home::grant(Page& page, u64 now_ns) {
    u32 const partner = page.wanting;
    if (partner == nobody) {
        end_transaction(page);
        return;
    }
    page.sends_contents = !(page.copies & bit_of(partner));
    page.copies |= bit_of(partner);
    if (page.wanted == writing) page.writer = partner;
    if (partner == 0) {
        grant_here(page);
        return;
    }
    page.phase = Page::Phase::granting;
    page.repeated.begin(patience(), now_ns);
    send_grant(page);
}

void Home::grant_here(Page& page) {
    adopt(page);
    end_transaction(page);
    local_.end(page, page.wanted);
}

void Home::send_grant(Page const& page) {
    tell(page.wanting, MessageKind::grant, page, page.request, page.wanted,
         page.sends_contents ? Span<u8 const>(LocalPages::contents(page)) : Span<u8 const>());
}

/// There are no contents to grant.
void Home::refuse(Page& page) {
    if (page.wanting == nobody) return;
    if (page.wanting != 0)
        tell(page.wanting, MessageKind::failure, page, page.request, 0);
    else
        local_.end(page, none);
}

void Home::end_transaction(Page& page) {
    page.phase = Page::Phase::idle;
    page.recalled = 0;
    transactions_.remove(page);
}

/// What has not been answered in time is sent again, or those who should have answered are dead. An
/// access of this kernel that goes on ends by itself.
void Home::repeat(Page& page, u64 now_ns) {
    if (page.repeated.again(patience(), now_ns)) {
        if (page.phase == Page::Phase::granting) {
            send_grant(page);
            return;
        }
        recall(page);
        if (page.recalled == 0) grant(page, now_ns);
        go_on(page, now_ns);
        return;
    }
    Partners const silent =
        page.phase == Page::Phase::granting ? bit_of(page.wanting) : page.recalled;
    page.repeated.begin(patience(), now_ns);
    for (u32 i = 1; i < partners_max; ++i)
        if (silent & bit_of(i)) expel(i, now_ns);
}

/// What a partner had of a page, and wanted of it, is gone.
void Home::forget(Page& page, u32 partner, u64 now_ns) {
    Partners const others = static_cast<Partners>(~bit_of(partner));
    page.requests[partner] = {};
    page.copies &= others;
    if (page.writer == partner) {
        page.writer = nobody;
        page.is_lost = true;
    }
    if (page.phase == Page::Phase::recalling && page.wanting == partner) page.wanting = nobody;
    bool const was_awaited = page.recalled & bit_of(partner);
    page.recalled &= others;
    if (page.phase == Page::Phase::granting && page.wanting == partner) end_transaction(page);
    if (page.phase == Page::Phase::recalling && was_awaited && page.recalled == 0) {
        if (page.is_lost) {
            end_transaction(page);
            refuse(page);
        } else {
            grant(page, now_ns);
        }
    }
    go_on(page, now_ns);
}

/// Where the contents can be; zeros if nobody has accessed the page yet.
bool Home::has_frame(Page& page) {
    if (page.frame != 0) return true;
    auto const frame = memory->allocate(0);
    if (frame.is_error()) return false;
    page.frame = frame.value();
    page.has_own_frame = true;
    Span<u8> const room = LocalPages::contents(page);
    memset(room.data(), 0, room.size());
    return true;
}

/// The contents go to where accesses of this kernel find them.
void Home::adopt(Page& page) {
    if (page.frame == page.asked_frame) return;
    paddr const before = exchange(page.frame, page.asked_frame);
    Span<u8> const contents = LocalPages::contents_at(before);
    memcpy(LocalPages::contents(page).data(), contents.data(), contents.size());
    if (exchange(page.has_own_frame, false)) memory->free(before, 0);
}

} // namespace flat::remote::shared
