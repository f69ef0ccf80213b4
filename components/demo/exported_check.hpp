// SPDX-License-Identifier: BSD-2-Clause
// Asks an exported ledger with bytes that nobody has encoded.
#pragma once

#include <demo/exported_check.flat.hpp>

namespace flat::demo {

/// Panics when an answer is longer than its room, or written outside of it.
class ExportedCheck : public ExportedCheckComponent {
public:
    using ExportedCheckComponent::ExportedCheckComponent;

    void run() override;

private:
    bool ask(u32 method, usize request_bytes, usize answer_bytes);
    void make_request(usize bytes);
    u64 random();

    static constexpr usize room_bytes = 256;

    u64 state_ = seed;
    u64 request_[room_bytes / sizeof(u64)] = {};
    u8 answer_[room_bytes + sizeof(u64)] = {};
};

} // namespace flat::demo
