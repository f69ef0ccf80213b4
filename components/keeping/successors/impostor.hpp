// SPDX-License-Identifier: BSD-2-Clause
// A task whose successors, in the same slot, do one after the other what no server should.
#pragma once

#include <core/utility.hpp>
#include <domain/message.hpp>
#include <domain/threads.hpp>
#include <flat/demo/tally.hpp>
#include <keeping/successors/forger.hpp>
#include <keeping/successors/found_words.hpp>
#include <keeping/successors/impostor.flat.hpp>

namespace flat::keeping::successors {

/// An honest one returns from its entry and serves; all others never return, and receive the
/// messages of clients themselves. Which one it is says its thread's version.
class Impostor : public ImpostorComponent, NonCopyable {
public:
    using ImpostorComponent::ImpostorComponent;

    void run() override;

    Result<u64, demo::LedgerError> add(u64 amount) override { return sum_ += amount; }
    Result<u64, demo::LedgerError> write(Span<u8 const> text) override { return text.size(); }
    Result<demo::Tally*, demo::LedgerError> borrow() override { return &book_; }
    Result<void, demo::LedgerError> close() override { return {}; }

private:
    class Book final : public demo::Tally {
    public:
        Result<u64, demo::LedgerError> add(u64 amount) override { return sum_ += amount; }
        Result<void, demo::LedgerError> hide() override { return {}; }
        void release() override {}
        void* narrow(InterfaceId id) override;

    private:
        u64 sum_ = 0;
    };

    [[noreturn]] void collect();
    [[noreturn]] void replay();
    [[noreturn]] void forge();
    [[noreturn]] void hang();
    [[noreturn]] void die();
    ::l4::ThreadId take();
    void answer(::l4::ThreadId client);
    void call_back(::l4::ThreadId client, u64 method);

    FoundWords found_;
    Forger forger_{found_, domain::utcb().global_id.raw() ^ seed};
    Book book_;
    u64 sum_ = 0;
};

} // namespace flat::keeping::successors
