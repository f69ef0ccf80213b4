// SPDX-License-Identifier: BSD-2-Clause
// Flexpages of ports (reference manual, appendix on IA-32 and AMD64): pieces of the I/O space.
#pragma once

#include <l4/abi/fpage.hpp>
#include <l4/abi/message_tag.hpp>

namespace l4 {

/// 2^n ports, aligned to their number. They look like an fpage of 4 bytes, which is none. Rights
/// are carried and mean nothing: a port is had or not.
class IoFpage {
public:
    static constexpr unsigned size_log2_max = 16;

    /// What a register or a message says, unchecked.
    constexpr explicit IoFpage(Word raw) : raw_(raw) {}

    /// The 2^`size_log2` ports around `port`.
    static constexpr IoFpage around(Word port, unsigned size_log2) {
        return IoFpage{(port >> size_log2 << size_log2) << port_shift |
                       Word{size_log2} << size_shift | kind | Word(Rights::read_write)};
    }

    /// All ports.
    static constexpr IoFpage complete() { return around(0, size_log2_max); }

    /// Whether an fpage is one of ports. Its size may be too large yet.
    static constexpr bool is(Fpage fpage) { return (fpage.raw() & kind_mask) == kind; }

    constexpr bool is_valid() const { return size_log2() <= size_log2_max; }

    constexpr Word raw() const { return raw_; }
    constexpr Fpage fpage() const { return Fpage{raw_}; }
    constexpr unsigned size_log2() const { return raw_ >> size_shift & 0x3f; }

    /// The first and the last port of a valid one.
    constexpr u32 first() const {
        return static_cast<u32>(raw_ >> port_shift & 0xffff) >> size_log2() << size_log2();
    }
    constexpr u32 last() const { return first() + ((u32{1} << size_log2()) - 1); }

    constexpr bool operator==(IoFpage const&) const = default;

private:
    static constexpr Word kind = 2 << 4;
    static constexpr Word kind_mask = 0x3f << 4;
    static constexpr int size_shift = 10;
    static constexpr int port_shift = 16;

    Word raw_;
};

/// What the kernel sends to a pager in the name of a thread that has accessed ports which its
/// address space has not: the label below, then an `IoFpage` and the instruction pointer. The
/// answer is a map item; afterwards the thread tries the access again.
struct PortFault {
    static constexpr unsigned words = 2;
    static constexpr Word label = protocol_label(-8, Word(Rights::read_write));

    static constexpr bool is(MessageTag tag) { return tag == MessageTag(label, words); }
};

} // namespace l4
