// SPDX-License-Identifier: BSD-2-Clause
// The tag that heads every message of L4 X.2 (reference manual, section 5.1).
#pragma once

#include <l4/abi/types.hpp>

namespace l4 {

/// What message register 0 holds: a label of 48 bits, four flags, and how many words follow.
class MessageTag {
public:
    constexpr MessageTag() = default;

    /// A message of `untyped` plain words and `typed` words of map items, together at most 63.
    constexpr MessageTag(Word label, unsigned untyped, unsigned typed = 0)
        : raw_(label << label_shift | Word{typed} << typed_shift | untyped) {}

    /// Message register 0 as it stands.
    constexpr explicit MessageTag(Word raw) : raw_(raw) {}

    /// The tag of an exchange that failed.
    static constexpr MessageTag failure() { return MessageTag{error_flag}; }

    constexpr Word raw() const { return raw_; }
    constexpr Word label() const { return raw_ >> label_shift; }
    constexpr unsigned untyped_words() const { return raw_ & 0x3f; }
    constexpr unsigned typed_words() const { return raw_ >> typed_shift & 0x3f; }

    /// How many message registers follow. A sender may claim 126; a thread has 63.
    constexpr unsigned words() const { return untyped_words() + typed_words(); }

    /// Plain words only and no flag.
    constexpr bool is_plain() const { return (raw_ & 0xffc0) == 0; }

    /// One item of two words and nothing else, without flags.
    constexpr bool is_of_one_item() const { return (raw_ & 0xffff) == 2 << typed_shift; }

    /// As the receiver sees it: the flags, which are the kernel's to set, are cleared.
    constexpr MessageTag received() const { return MessageTag{raw_ & ~Word{0xf000}}; }

    /// The sender speaks for its virtual sender, as far as it may (section 5.6).
    constexpr MessageTag propagated() const { return MessageTag{raw_ | propagated_flag}; }
    constexpr bool is_propagated() const { return (raw_ & propagated_flag) != 0; }

    /// The message was for somebody else, whom its sender may not reach.
    constexpr MessageTag redirected() const { return MessageTag{raw_ | redirected_flag}; }
    constexpr bool is_redirected() const { return (raw_ & redirected_flag) != 0; }

    /// The operation failed: the error is in the thread control register (`Utcb::error_code`).
    constexpr bool failed() const { return (raw_ & error_flag) != 0; }

    constexpr bool operator==(MessageTag const&) const = default;

private:
    static constexpr int typed_shift = 6;
    static constexpr int label_shift = 16;
    static constexpr Word error_flag = Word{1} << 15;
    static constexpr Word redirected_flag = Word{1} << 13;
    static constexpr Word propagated_flag = Word{1} << 12;

    Word raw_ = 0;
};

/// The labels of the kernel's own protocols: a small negative number in the upper 44 bits, and
/// four bits that belong to the protocol (reference manual, chapter 7).
constexpr Word protocol_label(i64 number, Word low_bits = 0) {
    return (static_cast<Word>(number) << 4 | low_bits) & (~Word{0} >> 16);
}

} // namespace l4
