// SPDX-License-Identifier: BSD-2-Clause
// Memory whose home is another kernel: pages come from there, and leave when others need them.
#pragma once

#include <core/utility.hpp>
#include <remote/shared/copies.flat.hpp>
#include <remote/shared/local_pages.hpp>

namespace flat::remote::shared {

/// A partner of `Home`. A page that an access needs is asked for, and the access goes on when it is
/// granted. When the home recalls a page, accesses end first, and then their contents go home.
///
/// An access fails (`MappingError::UNAVAILABLE`, and `FORBIDDEN` for writing to what can be read)
/// when the home does not answer any of `tries` messages, or has lost the contents; the next one
/// asks anew. What is here stays usable meanwhile. What the home grants after that is declined. A
/// home that does not know the session, because it has begun anew or has taken this kernel for
/// dead, ends all rights to all pages.
///
/// Nobody but this must discard pages of the object.
class Copies : public CopiesComponent, NonCopyable {
public:
    /// Panics without memory, and when `home` is no address.
    Copies(Ports const& ports, Attributes const& attributes);
    ~Copies();

    u64 pages() override { return count; }
    memory::Frames& frames() override { return *memory; }
    bool is_replaceable() override { return false; }
    void fill(u64 first_page, Span<u8 const> frames, u32 rights, Transfer& transfer) override;
    void upgrade(u64 first_page, Span<u8 const> frames, u32 rights, Transfer& transfer) override;
    void clean(u64 first_page, Span<u8 const> frames, Transfer& transfer) override;

    void arrived(Span<u8 const> datagram, u64 sender, u64 now_ns) override;
    u64 work(u64 now_ns) override;
    u64 condition() override { return local_.condition(); }

private:
    struct Page : LocalPage {
        ListLink<Page> in_wanted;
        u64 request = 0;       // the number of the last one
        u64 granted = 0;       // of the last one that was granted
        u64 recalling = 0;     // of the last recall
        u64 recalled = 0;      // of the last one that was answered
        bool is_given = false; // with its contents
        Rights wanted = none;  // by the request; none: there is none
        Repeated repeated;
        remote::ArrivingMessage contents;
    };

    void begin(Page& page, u64 now_ns);
    void send_want(Page const& page);
    void greet();
    void give_up_greeting();
    void welcomed(remote::DatagramHeader const& header, u64 now_ns);
    void take_grant(Page& page, remote::DatagramHeader const& header, Span<u8 const> part);
    void take_recall(Page& page, remote::DatagramHeader const& header);
    void finish(Page& page, Rights rights);
    void end_session();
    void answer(MessageKind kind, remote::DatagramHeader header, Span<u8 const> contents = {});
    Patience patience() const { return {tries, first_ms, most_ms}; }

    LocalPages local_;
    Page* pages_ = nullptr;
    IntrusiveList<Page, &Page::in_wanted> wanted_;
    u64 home_;
    u64 const client_;
    u64 session_ = 0;   // none
    u64 greetings_ = 0; // that were sent
    Repeated greeting_;
    bool is_greeting_ = false;
};

} // namespace flat::remote::shared
