// SPDX-License-Identifier: BSD-2-Clause
// Asks exported objects with bytes that nobody has encoded.
#pragma once

#include <remote/exported_check.flat.hpp>

namespace flat::remote {

/// Panics when an answer is longer than its room, or written outside of it.
class ExportedCheck : public ExportedCheckComponent {
public:
    using ExportedCheckComponent::ExportedCheckComponent;

    void run() override;

private:
    u32 ask_at_random(u32 object, u32 methods);
    bool ask(u32 object, u32 method, usize request_bytes, usize answer_bytes);
    bool ask_what_was_passed(u32 method, usize request_bytes, usize answer_bytes);
    Span<u8> clear_answer(usize bytes);
    bool is_answer(Result<usize, RemoteError> const& outcome, usize answer_bytes);
    void remember_name();
    void make_request(usize bytes);
    u64 word();
    u64 random();

    static constexpr usize room_bytes = 256;

    u64 state_ = seed;
    u32 passed_answered_ = 0;
    u64 last_ = 0; // that an answer named
    u64 request_[room_bytes / sizeof(u64)] = {};
    u8 answer_[room_bytes + sizeof(u64)] = {};
};

} // namespace flat::remote
