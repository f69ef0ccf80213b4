// SPDX-License-Identifier: BSD-2-Clause
// A call with more than registers have: as many messages as it takes.
#pragma once

#include <core/memory.hpp>
#include <core/span.hpp>
#include <core/utility.hpp>
#include <domain/attendant.hpp>
#include <domain/call_parts.hpp>
#include <domain/calls_back.hpp>
#include <domain/message.hpp>
#include <domain/threads.hpp>

namespace flat::bindings::ipc {

/// Sends a payload and takes the answer, in pieces of any size, each of which begins at a multiple
/// of 8. A failure stays one: what comes after does nothing. Those of an attendant all fail: what
/// calls back is kept for the first thread alone.
class CallInParts {
public:
    CallInParts(l4::ThreadId server, u64 entry, l4::Timeouts timeouts)
        : server_(server), entry_(entry), timeouts_(timeouts) {}

    /// Whether all has arrived that was sent, and has come that was taken.
    bool is_sound() const { return is_sound_; }

    /// Sends the next bytes.
    void put(Span<u8 const> bytes) {
        while (!bytes.is_empty() && is_sound_) {
            if (in_message_ == domain::part_bytes_max) flush(domain::Part::more);
            usize const size = min<usize>(bytes.size(), domain::part_bytes_max - in_message_);
            pad(size);
            memcpy(payload() + in_message_, bytes.data(), size);
            in_message_ += (size + 7) & ~usize{7};
            bytes = bytes.after(size);
        }
    }

    /// Ends what is sent, and waits for the answer.
    void finish() {
        flush(domain::Part::last);
        place_ = 0;
        start_taking();
    }

    /// Takes the next bytes of the answer.
    void take(Span<u8> bytes) {
        while (!bytes.is_empty()) {
            if (is_sound_ && taken_ == in_message_) fetch();
            if (!is_sound_) return;
            usize const size = min<usize>(bytes.size(), in_message_ - taken_);
            memcpy(bytes.data(), registers() + 1 + taken_ / sizeof(u64), size);
            taken_ += (size + 7) & ~usize{7};
            bytes = bytes.after(size);
        }
    }

private:
    static u64* registers() { return domain::utcb().message_registers; }
    static u8* payload() { return reinterpret_cast<u8*>(registers() + 2); }

    /// Clears what of the last word is not part of the bytes.
    void pad(usize size) {
        if (size % sizeof(u64) != 0) registers()[2 + (in_message_ + size) / sizeof(u64)] = 0;
    }

    void flush(domain::Part part) {
        if (!is_sound_) return;
        registers()[1] = place_;
        place_ += in_message_;
        send(part, 1 + static_cast<u32>(in_message_ / sizeof(u64)));
        in_message_ = 0;
    }

    void fetch() {
        place_ += in_message_;
        registers()[1] = place_;
        send(domain::Part::fetch, 1);
        start_taking();
    }

    void send(domain::Part part, u32 words) {
        registers()[0] = domain::call_tag(entry_, part, words);
        domain::exchange_in_utcb(server_, server_, timeouts_);
        domain::take_calls_back_in_utcb(server_, timeouts_);
        is_sound_ = domain::is_answer(registers()[0]);
        if (!is_sound_) domain::lost(server_, registers()[0]);
    }

    /// An answer without words would be asked for for ever.
    void start_taking() {
        in_message_ = l4::MessageTag(registers()[0]).untyped_words() * sizeof(u64);
        taken_ = 0;
        is_sound_ = is_sound_ && in_message_ != 0;
    }

    l4::ThreadId server_;
    u64 entry_;
    l4::Timeouts timeouts_;
    u64 place_ = 0;        ///< of the message in the payload
    usize in_message_ = 0; ///< bytes of it
    usize taken_ = 0;      ///< of an answer
    bool is_sound_ = !domain::is_attendant();
};

} // namespace flat::bindings::ipc
