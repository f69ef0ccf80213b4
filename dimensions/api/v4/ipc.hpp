// SPDX-License-Identifier: BSD-2-Clause
// Synchronous messages between threads (L4 X.2, chapter 5).
#pragma once

#include <abi/current.hpp>
#include <api/encodings.hpp>
#include <api/ipc.flat.hpp>
#include <core/compiler.hpp>
#include <object/tcb.hpp>

namespace flat::api {

/// The short path tests everything, then stores. All rare cases share the general path, where a
/// thread that cannot go on is left waiting, and whoever completes its exchange goes on for it.
class Ipc : public IpcComponent, private l4::Dispatcher::Events {
public:
    Ipc(Ports const& ports, Attributes const& attributes);

    Tcb* send_and_wait(Tcb& sender, u64 to, u64 from, u64 timeouts, u64 tag) override;
    Tcb* send_and_wait_limited(Tcb& sender, u64 to, u64 from, u64 timeouts, u64 tag) override;
    bool send_item(Tcb& sender, u64 to, u64 from, u64 timeouts, u64 tag, u64 item,
                   u64 word) override;
    void exchange(Tcb& sender, u64 to, u64 from, u64 timeouts) override;
    bool report(Tcb& thread, u64 handler, u64 label, u64 word1, u64 word2) override;
    bool report_exception(Tcb& thread, u64 handler) override;
    void raise(Tcb& interrupt, u64 handler) override;
    void report_to(Answers& answers) override { answers_ = &answers; }
    void await_start(Tcb& thread, u64 pager) override;
    void unwind(Tcb& thread, u32 error) override;
    bool abandon_partners(Tcb& thread) override;

private:
    /// How many pages are passed on in a step.
    static constexpr u32 pages_at_once = 8;

    /// What came of a step: the rest follows in another, or after a pager's answer.
    enum class Progress { done, later, failed };

    void expired(Tcb& thread) override;
    void exhausted(Tcb& thread) override;
    void preempted(Tcb& thread) override;
    void work(Tcb& thread) override;

    /// Whom the short path reaches; null if either phase is not the frequent case. Hazards remain.
    Tcb* waiting_partner(Tcb& sender, u64 to, u64 from);

    /// Carries the short path out.
    void proceed(Tcb& sender, Tcb& partner, u64 from, u64 tag);

    // ipc/ipc_at_once.cpp
    /// The partner if it waits for the sender, and if what follows the send phase begins without
    /// looking for somebody; else null.
    Tcb* waiting_receiver(Tcb& sender, u64 to, u64 from, u64 timeouts);
    bool pass_page(Tcb& sender, Tcb& partner, u64 item, u64 fpage);
    bool copy_string(Tcb& sender, Tcb& partner, u64 item, vaddr address);
    /// Both go on after an item has been moved.
    void end_item(Tcb& sender, Tcb& partner, u64 from);
    /// Whether the partner may run next as it is; clears what is light out of its way. Everything
    /// is read where it is tested: no register keeps it, as they are the message's.
    [[gnu::always_inline]] bool clear_way(Tcb& partner) {
        if ((abi::any_hazards() | partner.obstacles()) <= abi::ready_rank()) [[likely]]
            return true;
        compiler_barrier();
        if (abi::any_hazards() == 0) {
            compiler_barrier();
            if ((partner.obstacles() & ~hazard_timeout) <= abi::ready_rank()) {
                dispatcher->cancel_timeout(partner);
                return true;
            }
        }
        compiler_barrier();
        if ((abi::hazards() & ~light_hazards) != 0) return false;
        if ((partner.obstacles() & ~light_hazards) > abi::ready_rank()) return false;
        compiler_barrier();
        abi::switch_fpu(partner);
        compiler_barrier();
        dispatcher->cancel_timeout(partner);
        return true;
    }
    /// `report` to a handler that waits and may run.
    bool report_at_once(Tcb& thread, u64 handler, MessageTag tag, u64 word1, u64 word2);

    // ipc/deputies.cpp
    /// Whom a message goes to, and in whose name (sections 4.2 and 5.6).
    ThreadId route(Tcb& sender, ThreadId to);
    bool may_speak(Tcb& sender, Tcb& virtual_sender, Tcb& receiver);
    /// Whether a redirector of the space, or one of its redirector's and so on, lives in `home`.
    bool is_redirected_by(Space& space, Space& home);
    /// A thread that waited for the sender's answer now waits for the receiver's.
    void pass_on_wait(Tcb& sender, Tcb& receiver);

    /// The send phase, and the receive phase if the message got through. Returns the partner then.
    Tcb* send(Tcb& sender, ThreadId to);

    /// Sends the kernel's message of a thread that waits for its answer from then on.
    bool call_handler(Tcb& thread, u64 handler, Exchange exchange, MessageTag tag, u64 word1,
                      u64 word2);

    /// The exchange of a thread that does not receive ends.
    void finish(Tcb& thread);

    /// The receive phase of a thread, and of everyone whose send phase it completes thereby.
    void receive(Tcb& thread);

    /// One receive phase. Returns the sender whose message it took, which goes on with its own.
    Tcb* receive_one(Tcb& receiver);

    /// The same from whoever it names, existing or not: a pager may be younger than its client.
    Tcb* take_or_wait(Tcb& receiver);

    Tcb* first_sender(Tcb& receiver);
    void wait_to_send(Tcb& sender, Tcb& partner);
    void wait_to_receive(Tcb& receiver);

    /// Moves a message and lets the receiver go on; false: both sides have got an error instead, or
    /// the message has strings, and goes on when the sender runs.
    bool transfer(Tcb& sender, Tcb& receiver);
    Progress map_items(Tcb& sender, Tcb& receiver, MessageTag tag);
    /// At which byte of what an item brings the page lies that is missing for a long message.
    u64 missing_offset(Tcb& receiver, TypedItem item, Fpage region);

    /// Halts a thread that has faulted and cannot get the page for lack of kernel memory.
    void halt_unserved(Tcb& receiver, hal::MmuError error);
    void hand_over(Tcb& sender, Tcb& receiver, MessageTag tag);

    /// Hands the answer to what the kernel has sent in the receiver's name over.
    void take_answer(Tcb& receiver, MessageTag tag, u64 const* words);
    void fail(Tcb& thread, IpcError::Code code, IpcError::Phase phase, u64 bytes = 0);

    // ipc/long_transfer.cpp
    /// Whether a message takes more than one step, or a copy.
    static bool is_long(Tcb& sender, Tcb& receiver, MessageTag tag);
    /// Whether the thread's own message goes on when it runs.
    static bool is_moving(Tcb& sender);
    /// Begins one with the item in register `item`, of which `done` bytes are done.
    void begin_long_transfer(Tcb& sender, Tcb& receiver, MessageTag tag, u32 item, u64 done);
    /// One step of what the sender sends. Returns the receiver if the message is there.
    Tcb* advance(Tcb& sender);
    Progress move_items(Tcb& sender);
    Progress move_pages(Tcb& sender, u64& budget);
    Progress move_string(Tcb& sender, u64& budget);
    Progress move_piece(Tcb& sender, StringWalk& from, StringWalk& to, u64& budget);
    /// A page of one side's is missing.
    Progress fault(Tcb& thread, vaddr address, u32 access, hal::MmuError::Code code);
    /// The pager of one side has answered.
    void resume_long_transfer(Tcb& thread);
    /// The pager of one side does not answer.
    void fail_copy(Tcb& thread, IpcError::Code code);
    void leave_long_transfer(Tcb& thread);
    void end_long_transfer(Tcb& sender, IpcError::Code senders, IpcError::Code receivers);
    /// Ends the one in which the thread takes part, if any.
    void abort_long_transfer(Tcb& thread);

    Answers* answers_ = nullptr;
};

} // namespace flat::api
