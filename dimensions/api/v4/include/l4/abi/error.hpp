// SPDX-License-Identifier: BSD-2-Clause
// Errors of the system calls and of IPC (reference manual, sections 2.3 to 5.6).
#pragma once

#include <l4/abi/types.hpp>

namespace l4 {

/// Why a system call other than IPC was refused.
enum class Error : Word {
    none = 0,
    no_privilege = 1,
    invalid_thread = 2,
    invalid_space = 3,
    invalid_scheduler = 4,
    invalid_parameter = 5,
    utcb_area = 6,
    kip_area = 7,
    no_memory = 8,
};

/// Why an IPC failed, and in which phase.
class IpcError {
public:
    enum class Code : u32 {
        none = 0,
        timeout = 1,
        non_existing_partner = 2,
        cancelled = 3,
        message_overflow = 4,
        transfer_timeout_mine = 5,
        transfer_timeout_partners = 6,
        aborted = 7,
    };

    enum class Phase : u32 { send = 0, receive = 1 };

    /// No error.
    constexpr IpcError() = default;

    constexpr IpcError(Phase phase, Code code, Word offset = 0)
        : raw_(offset << 4 | static_cast<Word>(code) << 1 | static_cast<Word>(phase)) {}

    /// What the thread control register ErrorCode says.
    constexpr explicit IpcError(Word raw) : raw_(raw) {}

    constexpr Word raw() const { return raw_; }
    constexpr Phase phase() const { return static_cast<Phase>(raw_ & 1); }
    constexpr Code code() const { return static_cast<Code>(raw_ >> 1 & 7); }

    /// How many bytes had been transferred, for the errors that interrupt a transfer.
    constexpr Word offset() const { return raw_ >> 4; }

    /// The same phase and code, whatever the offset.
    constexpr bool is(Phase phase, Code code) const {
        return this->phase() == phase && this->code() == code;
    }

private:
    Word raw_ = 0;
};

} // namespace l4
