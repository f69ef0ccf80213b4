// SPDX-License-Identifier: BSD-2-Clause
// The L4 X.2 share of a thread control block: identity, message exchange, timeouts.
#pragma once

#include <api/ipc/long_transfer.hpp>
#include <api/mapping/mapping_task.hpp>
#include <api/scheduling/time_allowance.hpp>
#include <core/containers/list.hpp>
#include <machine/tcb_base.hpp>

namespace flat {
class Tcb;
}

namespace flat::api {

/// In whose name the running exchange of messages happens, and what its answer means.
enum class Exchange : u8 {
    message,    ///< the thread's own system call
    fault,      ///< the kernel reports a fault; the answer lets the thread go on
    exception,  ///< the same with all registers, which the answer may set
    start,      ///< the first message of a fresh thread: instruction and stack pointer
    quantum,    ///< the thread's time is used up; the scheduler's answer lets it go on
    notice,     ///< the kernel tells of a preemption, and waits for nobody
    copy_fault, ///< a page is missing for a message; the answer lets it go on
    interrupt,  ///< a device's line interrupts; the answer lets it do so again
};

/// A thread's identity and what it waits for. A thread is in at most one of two states that keep it
/// from running: waiting for a message (`waiting_for_`), or for a partner to take one
/// (`sending_to_`).
class TcbApi : public virtual machine::TcbBase {
public:
    ThreadId id() const override { return id_; }
    u8 priority() const override { return static_cast<u8>(last_rank - rank()); }
    Space* space() const override { return space_; }
    Utcb* utcb() const override { return utcb_; }
    u32 hazards() const override { return obstacles_ & ~last_rank; }
    u32 obstacles() const override { return obstacles_; }
    void set_hazards(u32 added) override { obstacles_ |= added; }
    void clear_hazards(u32 removed) override { obstacles_ &= ~removed; }
    void note_fpu_use() override { set_hazards(hazard_fpu); }

    u32 rank() const { return obstacles_ & last_rank; }

    // Halting keeps a thread from user mode, not from what the kernel does for it: others may wait
    // for that.
    bool is_runnable() const override {
        constexpr u32 stops = hazard_inactive | hazard_halted | hazard_blocked;
        u64 const waits = waiting_for_.raw() | sending_to_.raw();
        if ((waits | (obstacles_ & stops)) == 0) [[likely]]
            return true;
        u32 const found = obstacles_ & (stops | hazard_working);
        return waits == 0 && found == (hazard_halted | hazard_working);
    }

    /// Where the identifier lies in a complete thread control block, for assembly.
    template<class Complete>
    static constexpr usize id_offset_in() {
        return __builtin_offsetof(Complete, id_);
    }

    bool exists() const { return id_ != free_slot; }
    bool is_waiting() const { return !waiting_for_.is_nil(); }
    bool is_sending() const { return !sending_to_.is_nil(); }
    bool has_senders() const { return has_senders_; }

    /// Whether the thread waits for a message that `sender` may deliver.
    bool accepts(ThreadId sender) const {
        if (waiting_for_ == sender) [[likely]]
            return true; // two branches, not three instructions more for one of their conjunction
        return waiting_for_ == ThreadId::any();
    }

    void wait_for(ThreadId partner) { waiting_for_ = partner; }
    void stop_waiting() { waiting_for_ = ThreadId::nil(); }
    ThreadId waiting_for() const { return waiting_for_; }
    void send_to(ThreadId partner) { sending_to_ = partner; }
    void stop_sending() { sending_to_ = ThreadId::nil(); }
    ThreadId sending_to() const { return sending_to_; }

    /// Those that wait to send to this thread, in the order of coming.
    auto& senders() { return senders_; }
    void add_sender(Tcb& sender);
    void remove_sender(Tcb& sender);

    Exchange exchange() const { return exchange_; }

    /// Begins an exchange; `from` and `timeouts` are what its receive phase will use.
    void begin_exchange(Exchange exchange, ThreadId from, u64 timeouts);

    /// The kernel's part of the exchange is over; the thread's own system calls may begin.
    void end_exchange() { begin_exchange(Exchange::message, ThreadId::nil(), 0); }

    ThreadId receive_from() const { return receive_from_; }
    u64 timeouts() const { return timeouts_; }

    /// In whose name the thread's own message is, and for whom it was if a redirector gets it; nil:
    /// its own, and for its receiver.
    ThreadId speaks_for() const { return speaks_for_; }
    void speak_for(ThreadId thread) { speaks_for_ = thread; }
    ThreadId intended() const { return intended_; }
    void intend(ThreadId thread) { intended_ = thread; }

    /// Whom receivers take for the sender.
    ThreadId apparent_id() const { return is_propagated() ? speaks_for_ : id_; }
    bool is_propagated() const { return exchange_ == Exchange::message && !speaks_for_.is_nil(); }

    /// The words of the message that the thread sends, tag first.
    u64 const* outgoing() const {
        return exchange_ == Exchange::message ? utcb_->message_registers : kernel_message_;
    }

    /// States the message of an exchange in the thread's name.
    void set_kernel_message(u64 tag, u64 word1, u64 word2);

    /// Makes a thread of a fresh block: inactive, in `space`, scheduled by `scheduler`.
    void become(ThreadId id, Space& space, ThreadId scheduler);

    /// Makes an interrupt's thread of a fresh block: it never runs, and has no space.
    void become_interrupt(ThreadId id) { id_ = id; }

    /// Whether it is an interrupt's.
    bool never_runs() const { return exists() && !space_; }

    /// Makes the thread one of another space, whose UTCB follows.
    void move_to(Space& space);

    /// Makes the slot free again.
    void cease();

    /// Gives a thread another version; its number must stay.
    void rename(ThreadId id);

    /// The UTCB, once the kernel has backed it; `address` is the user's view of it.
    void set_utcb(Utcb& utcb, vaddr address);
    vaddr utcb_address() const { return utcb_address_; }

    /// The UTCB's place before the thread is active.
    void set_utcb_address(vaddr address) { utcb_address_ = address; }

    ThreadId scheduler() const { return scheduler_; }
    void set_scheduler(ThreadId scheduler) { scheduler_ = scheduler; }
    void set_priority(u8 priority) { obstacles_ = hazards() | (last_rank - priority); }

    /// The message with strings in which the thread takes part.
    LongTransfer& long_transfer() { return long_transfer_; }

    /// What the thread waits for that the kernel does to mappings, if it does.
    bool waits_for_mappings() const { return (obstacles_ & hazard_mapping) != 0; }
    MappingTask& mapping_task() { return mapping_task_; }

    TimeAllowance& allowance() { return allowance_; }

    /// Which `PreemptionFlag`s the thread has set, as a sum.
    u64 preemption_flags() const { return utcb_->preemption_and_coprocessor_flags; }
    void set_preemption_flags(u64 flags) { utcb_->preemption_and_coprocessor_flags = flags; }

    /// The thread lets those run that it has kept waiting, if any.
    void end_delay();

    /// What the `TimeoutWheel` notes: when the time-out ends, if there is one, and under which time
    /// the thread is filed, which is not later.
    struct Timeout {
        static constexpr u64 in_no_slot = ~u64{0};
        u64 deadline_ns = 0;
        u64 visit_ns = in_no_slot;
    };
    Timeout& timeout() { return timeout_; }

    ListLink<Tcb> timeout_link; ///< in a slot of the `TimeoutWheel`
    ListLink<Tcb> sender_link;  ///< in `senders` of the partner

private:
    ThreadId id_ = free_slot;
    ThreadId waiting_for_;
    ThreadId sending_to_;
    u32 obstacles_ = hazard_inactive | last_rank;
    bool has_senders_ = false; ///< what each exchange asks of `senders_`, beside `obstacles_`
    Exchange exchange_ = Exchange::message;
    Utcb* utcb_ = nullptr;
    Space* space_ = nullptr;
    ThreadId receive_from_;
    u64 timeouts_ = 0;
    union {
        u64 kernel_message_[3] = {};
        MappingTask mapping_task_; // while the kernel works for it, it says nothing in its name
    };
    vaddr utcb_address_ = 0;
    ThreadId scheduler_;
    Timeout timeout_;
    TimeAllowance allowance_;
    LongTransfer long_transfer_;
    ThreadId speaks_for_;
    ThreadId intended_;
    IntrusiveList<Tcb, &TcbApi::sender_link> senders_;
};

} // namespace flat::api
