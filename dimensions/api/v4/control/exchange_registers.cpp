// SPDX-License-Identifier: BSD-2-Clause
// ExchangeRegisters: one thread of a space, or a pager, acts on another (L4 X.2, section 2.3).
#include <api/calls.hpp>

#include <abi/user_context.hpp>

namespace flat::api {

Calls::Exchanged Calls::exchange_registers(Tcb& caller, u64 thread, Registers const& registers) {
    Tcb* const target = threads->find(thread);
    bool const is_active = target && (target->hazards() & hazard_inactive) == 0;
    bool const is_strange =
        is_active && target->space() != caller.space() && target->utcb()->pager != caller.id();
    if (!is_active || is_strange) {
        caller.utcb()->error_code = u64(Error::invalid_thread);
        return {};
    }
    Exchanged const result{target->local_id(), state_of(*target)};
    change(*target, registers);
    if (target->is_runnable() && target != &caller) dispatcher->make_ready(*target);
    dispatcher->settle(nullptr);
    return result;
}

Calls::Registers Calls::state_of(Tcb& thread) {
    u64 control = 0;
    if (thread.hazards() & hazard_halted) control |= ::l4::ExchangeControl::halt;
    LongTransfer const& transfer = thread.long_transfer();
    bool const is_sending = transfer.partner ? transfer.is_sender : thread.is_sending();
    bool const is_receiving = transfer.partner ? !transfer.is_sender : thread.is_waiting();
    if (is_receiving) control |= ::l4::ExchangeControl::cancel_receive;
    if (is_sending) control |= ::l4::ExchangeControl::cancel_send;
    RegisterFrame const& frame = thread.frame();
    return {control,
            frame.stack_pointer(),
            frame.instruction_pointer(),
            abi::user_flags(frame),
            thread.utcb()->user_handle,
            thread.utcb()->pager.raw()};
}

void Calls::change(Tcb& thread, Registers const& registers) {
    u64 const control = registers.control;
    LongTransfer const& transfer = thread.long_transfer();
    bool const is_sending = transfer.partner ? transfer.is_sender : thread.is_sending();
    bool const is_receiving = transfer.partner ? !transfer.is_sender : thread.is_waiting();
    bool const ends_send = (control & ::l4::ExchangeControl::cancel_send) && is_sending;
    bool const ends_receive = (control & ::l4::ExchangeControl::cancel_receive) && is_receiving;
    if (ends_send || ends_receive) ipc->unwind(thread, u32(IpcError::Code::cancelled));
    RegisterFrame& frame = thread.frame();
    if (control & ::l4::ExchangeControl::set_stack_pointer)
        abi::set_user_stack(frame, registers.stack_pointer);
    if (control & ::l4::ExchangeControl::set_instruction_pointer)
        abi::set_user_instruction(frame, registers.instruction_pointer);
    if (control & ::l4::ExchangeControl::set_flags) abi::set_user_flags(frame, registers.flags);
    if (control & ::l4::ExchangeControl::set_user_handle)
        thread.utcb()->user_handle = registers.user_handle;
    if (control & ::l4::ExchangeControl::set_pager)
        thread.utcb()->pager = ThreadId{registers.pager};
    if ((control & ::l4::ExchangeControl::set_halt) == 0) return;
    if (control & ::l4::ExchangeControl::halt)
        thread.set_hazards(hazard_halted);
    else
        thread.clear_hazards(hazard_halted);
}

} // namespace flat::api
