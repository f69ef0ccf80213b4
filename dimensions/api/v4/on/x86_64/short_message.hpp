// SPDX-License-Identifier: BSD-2-Clause
// The arguments and message registers of IPC's short paths, which stay in the processor's
// registers.
#pragma once

#include <core/types.hpp>

namespace flat {
class Tcb;
}

/// The ends of the short paths, in entry.S; none returns. Arguments without a name mean nothing:
/// the others lie where they are already, or where nothing else wants to be.
extern "C" {
void flat_deliver_ipc(flat::Tcb& sender, flat::u64, flat::u64, flat::Tcb& partner, flat::u64,
                      flat::u64 tag);
void flat_refuse_short_ipc(flat::Tcb& sender, flat::u64 to, flat::u64 from, flat::u64,
                           flat::u64 timeouts, flat::u64 tag);
void flat_refuse_ipc(flat::Tcb& sender, flat::u64 to, flat::u64 from, flat::u64, flat::u64 timeouts,
                     flat::u64 tag);
}

namespace flat::abi {

/// What a function that entry.S calls finds in the registers, by the calling convention, and beside
/// it message registers 1 and 3, which are in rax and r10: registers that hold no argument and that
/// C++ overwrites. This makes them values of the function's, which a compiler saves where it has
/// to, and leaves alone where nothing else wants their registers. All arguments go through it, so
/// nothing can be computed before, in a register that is not known to be taken.
class ShortMessage {
public:
    [[gnu::always_inline]] ShortMessage(Tcb& sender, u64 to, u64 from, u64 timeouts, u64 tag)
        : sender_(address_of(&sender)), to_(to), from_(from), timeouts_(timeouts), tag_(tag) {
        register u64 r10 asm("r10");
        asm volatile(""
                     : "=a"(word1_), "=r"(r10), "+D"(sender_), "+S"(to_), "+d"(from_),
                       "+r"(timeouts_), "+r"(tag_)
                     :
                     : "memory");
        word3_ = r10;
    }

    Tcb& sender() const { return *reinterpret_cast<Tcb*>(sender_); }
    u64 to() const { return to_; }
    u64 from() const { return from_; }
    u64 timeouts() const { return timeouts_; }
    u64 tag() const { return tag_; }

    /// The partner, which is current, goes on with it.
    [[gnu::always_inline]] void deliver(Tcb& partner) {
        u64 in_rsi, in_rdx;
        register u64 in_r8 asm("r8");
        put_back();
        asm volatile("" : "=S"(in_rsi), "=d"(in_rdx), "=r"(in_r8));
        flat_deliver_ipc(sender(), in_rsi, in_rdx, partner, in_r8, tag_);
    }

    /// Another path begins with what was in the registers.
    using OtherPath = void(Tcb&, u64, u64, u64, u64, u64);
    [[gnu::always_inline]] void hand_on(OtherPath& path) {
        u64 in_rcx;
        put_back();
        asm volatile("" : "=c"(in_rcx));
        path(sender(), to_, from_, in_rcx, timeouts_, tag_);
    }

private:
    [[gnu::always_inline]] void put_back() {
        register u64 r10 asm("r10") = word3_;
        asm volatile("" : : "a"(word1_), "r"(r10));
    }

    u64 sender_;
    u64 to_;
    u64 from_;
    u64 timeouts_;
    u64 tag_;
    u64 word1_;
    u64 word3_;
};

} // namespace flat::abi
