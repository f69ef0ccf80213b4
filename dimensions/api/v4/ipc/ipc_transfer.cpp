// SPDX-License-Identifier: BSD-2-Clause
// Moving one message from a sender to a receiver that takes it, and reporting failures.
#include <api/ipc.hpp>

#include <abi/user_context.hpp>
#include <core/utility.hpp>
#include <domain/page.hpp>

namespace flat::api {

bool Ipc::transfer(Tcb& sender, Tcb& receiver) {
    if (receiver.exchange() == Exchange::interrupt) { // whatever the answer says
        receiver.end_exchange();
        answers_->answered(receiver);
        return true;
    }
    MessageTag const tag{sender.outgoing()[0]};
    bool const fits = tag.words() < Utcb::message_register_count;
    if (fits && is_long(sender, receiver, tag)) {
        begin_long_transfer(sender, receiver, tag, tag.untyped_words() + 1, 0);
        return false;
    }
    Progress const progress = fits ? map_items(sender, receiver, tag) : Progress::failed;
    if (progress == Progress::later) return false;
    if (progress == Progress::done) {
        hand_over(sender, receiver, tag);
        if (sender.is_propagated()) pass_on_wait(sender, receiver);
        if (receiver.exchange() == Exchange::copy_fault) {
            resume_long_transfer(receiver);
            return true;
        }
        receiver.end_exchange();
        dispatcher->make_ready(receiver);
        return true;
    }
    fail(receiver, IpcError::Code::message_overflow, IpcError::Phase::receive);
    fail(sender, IpcError::Code::message_overflow, IpcError::Phase::send);
    return false;
}

// A page that has to wait makes a long transfer of the rest. The answer of a pager to a thread that
// takes part in one brings a few pages from the missing one on; if that has to wait, the pager is
// asked again afterwards.
Ipc::Progress Ipc::map_items(Tcb& sender, Tcb& receiver, MessageTag tag) {
    u64 const* const words = sender.outgoing();
    bool const is_part_of_long = receiver.exchange() == Exchange::copy_fault;
    for (u32 i = tag.untyped_words() + 1; i <= tag.words(); i += 2) {
        bool const is_complete = i + 1 <= tag.words();
        TypedItem const item{words[i]};
        if (!is_complete || !(item.is_map() || item.is_grant())) return Progress::failed;
        u64 const first = is_part_of_long ? missing_offset(receiver, item, Fpage{words[i + 1]}) : 0;
        auto const passed =
            spaces->transfer(sender, receiver, item.raw(), words[i + 1], first, pages_at_once);
        if (passed.is_error()) {
            halt_unserved(receiver, passed.error());
            return Progress::failed;
        }
        if (passed.value() != ~u64{0} && !is_part_of_long) {
            begin_long_transfer(sender, receiver, tag, i, passed.value());
            return Progress::later;
        }
    }
    return Progress::done;
}

u64 Ipc::missing_offset(Tcb& receiver, TypedItem item, Fpage region) {
    u64 const address = receiver.outgoing()[1];
    u32 const log2 = min(region.size_log2(), 63u);
    vaddr const base = item.send_base() >> log2 << log2;
    u64 const offset = (address - base) >> domain::page_size_log2 << domain::page_size_log2;
    return address >= base && offset >> log2 == 0 ? offset : 0;
}

// Resumed, a thread would fault again at once, and its pager fail again, for ever.
void Ipc::halt_unserved(Tcb& receiver, hal::MmuError error) {
    Exchange const exchange = receiver.exchange();
    bool const is_fault = exchange == Exchange::fault || exchange == Exchange::exception;
    if (is_fault && error.code == hal::MmuError::out_of_memory) receiver.set_hazards(hazard_halted);
}

void Ipc::hand_over(Tcb& sender, Tcb& receiver, MessageTag tag) {
    u64 const* const words = sender.outgoing();
    if (receiver.exchange() == Exchange::message) {
        u64* const message = receiver.utcb()->message_registers;
        if (sender.exchange() == Exchange::exception)
            abi::store_exception(sender.frame(), message + 1);
        else
            for (u32 i = 1; i <= tag.words(); ++i)
                message[i] = words[i];
        message[0] = tag.received().raw();
        if (sender.is_propagated()) {
            message[0] = MessageTag{message[0]}.propagated().raw();
            receiver.utcb()->virtual_sender = sender.id();
        }
        if (sender.exchange() == Exchange::message && !sender.intended().is_nil()) {
            message[0] = MessageTag{message[0]}.redirected().raw();
            receiver.utcb()->intended_receiver = sender.intended();
        }
        receiver.load_message(sender.apparent_id());
    } else if (sender.exchange() == Exchange::message) {
        take_answer(receiver, tag, words);
    }
}

void Ipc::take_answer(Tcb& receiver, MessageTag tag, u64 const* words) {
    Exchange const exchange = receiver.exchange();
    if (exchange == Exchange::start && tag.untyped_words() == StartMessage::words) {
        abi::set_user_instruction(receiver.frame(), words[1]);
        abi::set_user_stack(receiver.frame(), words[2]);
    }
    if (exchange == Exchange::exception && tag.untyped_words() == abi::exception_words)
        abi::load_exception(receiver.frame(), words + 1);
}

void Ipc::fail(Tcb& thread, IpcError::Code code, IpcError::Phase phase, u64 bytes) {
    dispatcher->cancel_timeout(thread);
    if (thread.exchange() == Exchange::copy_fault) return fail_copy(thread, code);
    if (thread.exchange() == Exchange::interrupt) {
        thread.end_exchange();
        return answers_->abandoned(thread);
    }
    if (thread.exchange() == Exchange::message) {
        thread.utcb()->error_code = IpcError(phase, code, bytes).raw();
        thread.set_result_tag(MessageTag::failure().raw());
    } else if (code == IpcError::Code::non_existing_partner) {
        thread.set_hazards(hazard_halted);
    }
    thread.end_exchange();
    if (thread.is_runnable()) dispatcher->make_ready(thread);
}

} // namespace flat::api
