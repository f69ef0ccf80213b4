// SPDX-License-Identifier: BSD-2-Clause
// Scan codes of set 1, which PCs' controllers make of any, and the keys that they mean.
#pragma once

#include <core/types.hpp>

namespace flat::driver {

/// A key of flat.input.Keyboard, 0 for none, and whether it went down.
struct KeyChange {
    u8 key = 0;
    bool is_down = false;

    bool operator==(KeyChange const&) const = default;
};

/// The key of a code of one byte, as it goes down; 0 for a code that no key has. Linux' codes of
/// keys up to 88 are these.
u8 key_of_plain_code(u8 code);

/// Makes keys of bytes (Microsoft, Keyboard Scan Code Specification, appendix C). Codes have a
/// byte, two of which the first is 0xe0, or three after 0xe1. Bytes that get lost can make one
/// wrong key and no more: each prefix says how many bytes follow.
class ScanCodes {
public:
    /// What a byte completes: `key` is 0 while more must come, and for keys that nobody has.
    KeyChange next(u8 byte);

    /// Whether the last byte was the last one of a code that means no key.
    bool was_unknown() const { return was_unknown_; }

    /// Begins anew, whatever has come.
    void reset() { *this = ScanCodes(); }

private:
    static constexpr u8 prefix = 0xe0;
    static constexpr u8 long_prefix = 0xe1;

    bool is_extended_ = false;
    u8 skipped_ = 0; // bytes of a long code that still come
    bool was_unknown_ = false;
};

} // namespace flat::driver
