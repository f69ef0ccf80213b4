// SPDX-License-Identifier: BSD-2-Clause
// Memory that other kernels share: who has which page is known here.
#pragma once

#include <core/utility.hpp>
#include <remote/shared/home.flat.hpp>
#include <remote/shared/local_pages.hpp>

namespace flat::remote::shared {

/// The fixed manager of all pages of the object (Li and Hudak 1989, section 3.1), and the place of
/// their contents while no partner may write to them. A page has any number of readers or one
/// writer. What is wanted of a page is done one after the other, in a **transaction**: partners
/// that have too much are asked to give, and when all have given, the page is granted, and the
/// transaction ends when the partner that wanted it says that it has it. So no message of one
/// transaction can come into another one, and every message can be sent again.
///
/// Partner 0 is this kernel. A partner that does not answer is dead: what only it had is lost, and
/// accesses to that fail from then on, here and elsewhere. All that it still says is refused.
///
/// Nobody but this must discard pages of the object.
class Home : public HomeComponent, NonCopyable {
public:
    static constexpr u32 partners_max = 8;

    /// Panics without memory.
    Home(Ports const& ports, Attributes const& attributes);
    ~Home();

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
    using Partners = u8; // a bit for each
    static constexpr u32 nobody = partners_max;

    /// What a partner wants of a page.
    struct Request {
        u64 number = 0; // of the last one
        Rights rights = none;
    };

    struct Page : LocalPage {
        enum class Phase : u8 { idle, recalling, granting };

        ListLink<Page> in_transactions;
        Phase phase = Phase::idle;
        bool is_lost = false;
        bool has_own_frame = false;  // which the mapping layer has not given
        bool sends_contents = false; // with the grant
        Partners copies = 0;         // who may read
        Partners recalled = 0;       // who has not given yet
        u32 writer = nobody;         // of them, the one who may write
        u32 wanting = 0;             // the partner whose transaction it is, or was
        Rights wanted = none;        // by that one
        u64 request = 0;             // the number of that partner's
        u64 transaction = 0;
        Repeated repeated;
        remote::ArrivingMessage contents;
        Request requests[partners_max];
    };

    struct Session {
        u64 number = 0; // none: nobody has it
        u64 client = 0;
        u64 greeting = 0;
        u64 address = 0;
    };

    static constexpr Partners bit_of(u32 partner) { return static_cast<Partners>(1u << partner); }

    // home.cpp
    void welcome(remote::DatagramHeader const& hello, u64 sender, u64 now_ns);
    u32 place_for(remote::DatagramHeader const& hello, u64 sender, u64 now_ns);
    void take(u32 partner, Page& page, remote::DatagramHeader const& header, Span<u8 const> part,
              u64 now_ns);
    void take_request(u32 partner, Page& page, remote::DatagramHeader const& header, u64 now_ns);
    void take_contents(u32 partner, Page& page, remote::DatagramHeader const& header,
                       Span<u8 const> part, u64 now_ns);
    static bool awaits(u32 partner, Page const& page, remote::DatagramHeader const& header);
    void expel(u32 partner, u64 now_ns);
    void tell(u32 partner, MessageKind kind, Page const& page, u64 sequence, u8 level,
              Span<u8 const> contents = {});
    Patience patience() const { return {tries, first_ms, most_ms}; }

    // transactions.cpp
    void request(u32 partner, Page& page, u64 number, Rights rights, u64 now_ns);
    void go_on(Page& page, u64 now_ns);
    void begin_transaction(Page& page, u32 partner, u64 now_ns);
    void recall(Page& page);
    void given(Page& page, u32 partner);
    void grant(Page& page, u64 now_ns);
    void grant_here(Page& page);
    void send_grant(Page const& page);
    void refuse(Page& page);
    void end_transaction(Page& page);
    void repeat(Page& page, u64 now_ns);
    void forget(Page& page, u32 partner, u64 now_ns);
    bool has_frame(Page& page);
    void adopt(Page& page);
    static Rights left_by(Page const& page) { return page.wanted == writing ? none : reading; }

    LocalPages local_;
    Page* pages_ = nullptr;
    IntrusiveList<Page, &Page::in_transactions> transactions_; // pages with one
    Session sessions_[partners_max];                           // that of this kernel is not used
    u64 next_session_;
};

} // namespace flat::remote::shared
