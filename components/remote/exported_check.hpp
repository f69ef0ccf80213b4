// SPDX-License-Identifier: BSD-2-Clause
// Asks exported objects with bytes that nobody has encoded.
#pragma once

#include <core/utility.hpp>
#include <remote/exported_check.flat.hpp>
#include <remote/passed_table.hpp>

namespace flat::remote {

/// Panics when an answer is longer than its room, or written outside of it.
class ExportedCheck : public ExportedCheckComponent, NonCopyable {
public:
    ExportedCheck(Ports const& ports, Attributes const& attributes)
        : ExportedCheckComponent(ports, attributes) {}

    void run() override;

private:
    /// Has objects of every name, which answer by any bytes, and keeps what it is passed.
    class Forger : public Partner {
    public:
        explicit Forger(ExportedCheck& check) : check_(check) {}

        Result<usize, RemoteError> call(u64, u32, Span<u8 const>, Span<u8> answer) override;
        u64 pass(Passed& object) override { return last_ = passed_.add(object); }
        Passed* passed(u64 name) override { return passed_.find(name); }
        void withdraw(u64 name) override { passed_.remove(name); }
        memory::Allocator& buffers() override { return *check_.allocator; }

        /// A name that was given lately, or any number.
        u64 word();
        /// Ends, and lets go of everything.
        void end() { passed_.abandon(); }

    private:
        ExportedCheck& check_;
        PassedTable passed_;
        u64 last_ = 0;
    };

    u32 ask_at_random(u32 object, u32 methods);
    bool ask(u32 object, u32 method, usize request_bytes, usize answer_bytes);
    bool ask_what_was_passed(u32 method, usize request_bytes, usize answer_bytes);
    Span<u8> clear_answer(usize bytes);
    bool is_answer(Result<usize, RemoteError> const& outcome, usize answer_bytes);
    void make_request(usize bytes);
    u64 random();

    static constexpr usize room_bytes = 256;

    Forger forger_{*this};

    u64 state_ = seed;
    u64 request_[room_bytes / sizeof(u64)] = {};
    u8 answer_[room_bytes + sizeof(u64)] = {};
};

} // namespace flat::remote
