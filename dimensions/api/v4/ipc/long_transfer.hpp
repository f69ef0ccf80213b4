// SPDX-License-Identifier: BSD-2-Clause
// What is kept of a message that takes more than one step.
#pragma once

#include <api/ipc/string_walk.hpp>

namespace flat {
class Tcb;
}

namespace flat::api {

/// A message with strings, or with many pages, on its way. Both sides know each other; all the rest
/// is the sender's.
///
/// The sender has `hazard_working`, and moves the message, as long as neither side waits for its
/// pager; the receiver has `hazard_blocked`. While a side waits, it exchanges messages as
/// `Exchange::copy_fault`, and then the other side is the one that is blocked.
///
/// The sender is as urgent as its receiver meanwhile: else whoever is between them would keep the
/// receiver, which waits for nothing else any more, from running.
struct LongTransfer {
    Tcb* partner = nullptr; ///< null: the thread takes part in none
    bool is_sender = false;
    u8 own_priority = 0; ///< which the sender has again when the message is there

    MessageTag tag;
    u32 item = 0;   ///< the register of the next item, or of the string that is being copied
    u32 buffer = 0; ///< the register of the receiver's next buffer; 0: it accepts no more strings
    bool is_in_string = false;
    StringPlace from;
    union {
        StringPlace to = {};
        u64 passed; ///< of a map item: how many bytes of it have been passed on
    };
    u64 bytes = 0; ///< of strings that have been copied

    // What the sender does when the message is there.
    ThreadId receive_from;
    u64 timeouts = 0;
};

} // namespace flat::api
