// SPDX-License-Identifier: BSD-2-Clause
// The messages of the kernel's protocols (reference manual, chapters 6 and 7).
#pragma once

#include <l4/abi/fpage.hpp>
#include <l4/abi/message_tag.hpp>

namespace l4 {

/// What the kernel sends to a pager in the name of a thread that faulted: the label below, then
/// the address and the instruction pointer. The answer is a map item; afterwards the thread tries
/// the access again.
struct PageFault {
    static constexpr unsigned words = 2;

    static constexpr Word label(Rights access) {
        return protocol_label(-2, static_cast<Word>(access));
    }

    static constexpr bool is(MessageTag tag) {
        return (tag.label() & ~Word{0xf}) == label(Rights::none) && tag.untyped_words() == words &&
               tag.typed_words() == 0;
    }

    /// The access that faulted.
    static constexpr Rights access(MessageTag tag) { return static_cast<Rights>(tag.label() & 7); }
};

/// What a thread sends to sigma0 for memory: an fpage and memory attributes. The answer is a map
/// item, of a nil fpage when refused.
struct Sigma0Request {
    static constexpr Word label = protocol_label(-6);
    static constexpr unsigned words = 2;

    /// Requests with a third word: the upper half of an address, for 32-bit machines.
    static constexpr unsigned words_extended = 3;

    static constexpr bool is(MessageTag tag) {
        return tag.label() == label && tag.typed_words() == 0 &&
               (tag.untyped_words() == words || tag.untyped_words() == words_extended);
    }
};

/// What the kernel sends to an exception handler, and takes back, for exceptions that are no page
/// faults: the architecture's registers.
struct ExceptionMessage {
    static constexpr Word label = protocol_label(-5);

    static constexpr bool is(MessageTag tag) { return tag.label() == label; }
};

/// What the kernel sends to the handler of a device's interrupt, in the name of its thread. The
/// handler gets no other until it has answered, whatever it says.
struct InterruptMessage {
    static constexpr Word label = protocol_label(-1);

    static constexpr bool is(MessageTag tag) { return tag == MessageTag(label, 0); }
};

/// What a pager sends to a new thread: where to start, and with which stack.
struct StartMessage {
    static constexpr unsigned words = 2;
};

} // namespace l4
